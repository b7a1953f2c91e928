/** All agents by name. */
import { UsageError } from '#cli/errors.ts';
import { claudeCode } from './claude-code/agent.ts';
import { codex } from './codex/agent.ts';
import { copilot } from './copilot/agent.ts';
import { gemini } from './gemini/agent.ts';
import { opencode } from './opencode/agent.ts';
import { pi } from './pi/agent.ts';
import type { Agent } from './program/agent.ts';
import { qwen } from './qwen/agent.ts';

export const agents: readonly Agent[] = [claudeCode, codex, gemini, qwen, opencode, copilot, pi];

export function agentNamed(name: string): Agent {
  const found = agents.find((one) => one.name === name);
  if (!found) throw new UsageError(`${name}: expected ${agents.map((one) => one.name).join(', ')}`);
  return found;
}
