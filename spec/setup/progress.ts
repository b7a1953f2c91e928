/**
 * The reporter of `npm test`: counts files and tests while they run, prints a failure at once, and at the end slow files
 * and flaky tests, which passed only when they were run again. A terminal shows one line that changes. A log gets one line for each twentieth of the files.
 */
import { DefaultReporter, type TestCase, type TestModule, type TestSpecification } from 'vitest/node';

const shares = 20;
const slowest = 10;

export default class Progress extends DefaultReporter {
  #files = { done: 0, of: 0 };
  #tests = { passed: 0, failed: 0 };
  readonly #flaky: string[] = [];
  #took: { readonly name: string; readonly ms: number }[] = [];

  constructor() {
    super({ summary: false });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#files.of = specifications.length;
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test);
    const { state, errors = [] } = test.result();
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    const isFlaky = test.diagnostic()?.flaky;
    if (isFlaky) this.#flaky.push(name);
    if (state === 'passed') this.#tests.passed += 1;
    if (state === 'failed') this.#tests.failed += 1;
    if (state !== 'failed' && !isFlaky) return;
    this.#clearLine();
    this.log(`   ${isFlaky ? 'FLAKY' : 'FAILED'} ${name}`);
    for (const { message } of errors) this.log(message.replaceAll(/^/gm, '     '));
  }

  override printTestModule(module: TestModule): void {
    this.#took.push({ name: module.relativeModuleId, ms: module.diagnostic().duration });
    const files = this.#files;
    files.done += 1;
    const share = Math.floor((files.done * shares) / files.of);
    const isNext = share > Math.floor(((files.done - 1) * shares) / files.of);
    if (this.isTTY) this.#clearLine(this.#counts());
    else if (isNext) this.log(this.#counts());
    // A file that cannot be loaded has no failed test.
    if (module.errors().length > 0) this.log(`   FAILED ${module.relativeModuleId}`);
  }

  override reportSummary(...summary: Parameters<DefaultReporter['reportSummary']>): void {
    this.#clearLine();
    super.reportSummary(...summary);
    const slow = this.#took.toSorted((one, other) => other.ms - one.ms).slice(0, slowest);
    this.log(`   slowest: ${slow.map(({ name, ms }) => `${name} ${Math.round(ms / 1000)} s`).join(', ')}`);
    if (this.#flaky.length > 0) this.log(`   flaky: ${this.#flaky.join(', ')}`);
  }

  #counts(): string {
    const seconds = Math.round((performance.now() - this.start) / 1000);
    const { passed, failed } = this.#tests;
    return `   ${this.#files.done}/${this.#files.of} files, ${passed} passed, ${failed} failed, ${seconds} s`;
  }

  #clearLine(text = ''): void {
    if (this.isTTY) process.stdout.write(`\r\x1b[K${text}`);
  }
}
