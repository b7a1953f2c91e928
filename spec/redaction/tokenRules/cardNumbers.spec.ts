/** Payment card numbers. The samples are the numbers that payment services publish for tests. */
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';

const { text } = createRedaction(defaultPolicy);

describe('a card number', () => {
  it.each([
    ['Visa', '4111111111111111'],
    ['Visa, in groups', '4012 8888 8888 1881'],
    ['Mastercard, with hyphens', '5555-5555-5555-4444'],
    ['Mastercard of the newer range', '2223003122003222'],
    ['American Express', '378282246310005'],
    ['American Express, in groups', '3782 822463 10005'],
    ['Diners Club', '30569309025904'],
    ['Discover', '6011111111111117'],
    ['JCB', '3530111333300000'],
  ])('of %s is hidden after the digits of its issuer', (_, number) => {
    expect(text(`paid with ${number}.`)).toBe(`paid with ${number.slice(0, 4)}[REDACTED].`);
  });

  it.each([
    ['whose check digit is wrong', '4111111111111112'],
    ['of no known issuer', '9111111111111111'],
    ['that is too short for its issuer', '411111111111111'],
    ['of one repeated group', '4242424242424242'],
    ['that is round', '4000000000000000'],
    ['inside of a longer number', '04111111111111111'],
    ['after a decimal point', '0.4111111111111111'],
    ['grouped in another way', '41 11111111 111111'],
  ])('%s stays', (_, number) => {
    expect(text(`the number ${number} stays`)).toBe(`the number ${number} stays`);
  });
});
