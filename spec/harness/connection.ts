/** A client that records which methods, events, faults, actions and matchers it exercises. */
import type { NotificationName } from '#client/baseClient.ts';
import { Client, Refusal } from '#client/index.ts';
import { faultNames } from '#faults.ts';
import type { RequestParams } from '#rpc/envelope.ts';
import { receive, recordHit } from './traffic.ts';

export class NotingClient extends Client {
  override async send(
    method: string,
    params?: RequestParams,
    options?: { signal?: AbortSignal },
  ): Promise<unknown> {
    try {
      const result = await super.send(method, params, options);
      noteSuccess(method, params as Record<string, never> | undefined, result as Record<string, never>);
      return result;
    } catch (problem) {
      if (problem instanceof Refusal)
        for (const name of faultNames) if (problem.is(name)) receive('fault', name);
      throw problem;
    }
  }

  override notify(method: string, params?: RequestParams): void {
    super.notify(method, params);
    receive('method', method);
  }

  override on(event: NotificationName, listener: (params: never) => void): () => void {
    return super.on(event, (params) => {
      receive('event', event);
      listener(params as never);
    });
  }
}

function noteSuccess(
  method: string,
  params: Record<string, never> | undefined,
  result: Record<string, never>,
): void {
  receive('method', method);
  for (const { type } of actionsIn(params)) receive('action', type);
  if (result && typeof result === 'object' && 'hit' in result) recordHit(result.hit);
}

const actionsIn = (params: { action?: { type: string }; actions?: { type: string }[] } | undefined) =>
  params?.actions ?? (params?.action ? [params.action] : []);
