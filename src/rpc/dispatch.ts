/**
 * Runs a method call: looks up the method, parses the parameters, checks permissions, calls the handler, and checks the
 * result. Only this file converts faults to error codes.
 */

import { didYouMean } from '#platform/didYouMean.ts';
import { onAbort } from '#platform/lifetimes.ts';
import type { Dialect, ErrorCode } from './dialect.ts';
import type { ErrorReply } from './envelope.ts';
import type { AnyMethod, Call, CallCancellation, Caller, PermissionSet } from './method.ts';
import { formatParamsProblem, type ParamsLimits, type ParamsProblem, parseParams } from './params.ts';

export interface DispatchOptions<World> {
  readonly dialect: Dialect<World>;
  readonly world: World;
  readonly grants: PermissionSet;
  readonly limits: ParamsLimits;
  /** Redacts secrets in error messages and data. */
  readonly redact: { text(text: string): string; value<T>(json: T): T };
  /** Whether to check each reply against its declared schema; on in specs, off in a running server. */
  readonly checkReplies: boolean;
  readonly log: (method: string, problem: unknown) => void;
  /** Messages of the faults that the dispatcher itself raises. */
  readonly sentences: Readonly<Record<'Cancelled' | 'Internal', string>>;
}

export type DispatchOutcome = { readonly result: unknown } | { readonly error: ErrorReply['error'] };

/** Maximum length of an unknown method name in an error. */
const maxNameChars = 100;

/** Codes that JSON-RPC 2.0 defines. A dialect may override them. */
const standardCodes = { MethodUnknown: -32601, Invalid: -32602, Internal: -32603 } as const;

export class Dispatcher<World> {
  readonly #options: DispatchOptions<World>;
  constructor(options: DispatchOptions<World>) {
    this.#options = options;
  }

  run(
    name: string,
    params: unknown,
    caller: Caller,
    cancellation: CallCancellation,
  ): DispatchOutcome | Promise<DispatchOutcome> {
    const { dialect, world, grants } = this.#options;
    const method = dialect.methods.get(name);
    if (!method) return this.#unknownMethod(this.#options.redact.text(name).slice(0, maxNameChars));
    const read = parseParams(method, params, this.#options.limits);
    if ('problem' in read) return this.#invalidParams(read.problem);
    const missing = findMissingPermission(method, grants);
    if (missing) return this.#permissionDenied(name, missing, 'this server');
    const refusal = this.#checkGrantor(method, read.value);
    if (refusal) return refusal;
    return this.#handle(method, createCall(name, world, caller, cancellation), read.value);
  }

  /** Runs after parsing, because the parameters name the adapter whose plugin must grant the permission. */
  #checkGrantor(method: AnyMethod<World>, params: unknown): DispatchOutcome | undefined {
    try {
      const grantor = method.grantor?.(this.#options.world, params);
      const missing = grantor && findMissingPermission(method, grantor);
      return missing ? this.#permissionDenied(method.name, missing, grantor.title) : undefined;
    } catch (problem) {
      return this.#faultReply(method, problem);
    }
  }

  #handle(
    method: AnyMethod<World>,
    call: Call<World>,
    params: unknown,
  ): DispatchOutcome | Promise<DispatchOutcome> {
    try {
      if (!method.open) this.#options.dialect.before?.(call);
      const given = method.handle(call, params);
      if (!(given instanceof Promise)) return this.#reply(method, given);
      return this.#unlessCancelled(
        call.signal,
        given.then(
          (result) => this.#reply(method, result),
          (problem) => this.#faultReply(method, problem),
        ),
      );
    } catch (problem) {
      return this.#faultReply(method, problem);
    }
  }

  /** Answers a cancelled call at once, even if the operation itself cannot be undone, such as a kill. */
  #unlessCancelled(signal: AbortSignal, answer: Promise<DispatchOutcome>): Promise<DispatchOutcome> {
    return new Promise((resolve, reject) => {
      const listener = onAbort(signal, () => resolve(this.#cancelled()));
      answer.finally(listener.dispose).then(resolve, reject);
    });
  }

  #cancelled(): DispatchOutcome {
    return this.#standardError('Cancelled', { reason: 'request' });
  }

  #reply(method: AnyMethod<World>, given: unknown): DispatchOutcome {
    const result = given === undefined ? (this.#options.dialect.done ?? null) : given;
    if (!this.#options.checkReplies) return { result };
    const checked = method.result.safeParse(result);
    return checked.success ? { result } : this.#faultReply(method, checked.error);
  }

  #faultReply(method: AnyMethod<World>, problem: unknown): DispatchOutcome {
    const { dialect, world, log } = this.#options;
    const raised = (problem ?? {}) as { name?: string; message?: string; data?: object };
    const translated = raised.data && dialect.translations?.[raised.name!]?.(raised.data as never, world);
    const { name = raised.name!, message = raised.message ?? name, data = raised.data } = translated ?? {};
    if (data && Object.hasOwn(dialect.codes, name))
      return this.#errorReply(name, dialect.codes[name]!, message, addMethodName(name, data, method.name));
    log(method.name, problem);
    return this.#standardError('Internal', {});
  }

  #standardError(name: 'Cancelled' | 'Internal', data: object): DispatchOutcome {
    return this.#errorReply(name, this.#codeOf(name), this.#options.sentences[name], data);
  }

  #unknownMethod(method: string): DispatchOutcome {
    const { redact, dialect } = this.#options;
    const known = [...dialect.methods.keys()];
    const said = dialect.unknownMethod?.(method) ?? `unknown method ${method}${didYouMean(method, known)}`;
    const data = redact.value({ method });
    return { error: { code: this.#codeOf('MethodUnknown'), message: redact.text(said), data } };
  }

  #permissionDenied(method: string, permission: string, by: string): DispatchOutcome {
    return this.#errorReply(
      'PermissionDenied',
      this.#codeOf('PermissionDenied'),
      `${by} does not grant ${permission}`,
      { method, required_permission: permission },
    );
  }

  /**
   * Redacts only the received values. The text around them is ours, but a name next to a value may look like a secret.
   */
  #invalidParams(problem: ParamsProblem): DispatchOutcome {
    const data = this.#options.redact.value(problem);
    const code = this.#codeOf('Invalid');
    return { error: { code, message: formatParamsProblem(data), data: { ...data, fault: 'Invalid' } } };
  }

  #codeOf(fault: string): ErrorCode {
    const codes: Readonly<Record<string, ErrorCode>> = { ...standardCodes, ...this.#options.dialect.codes };
    return codes[fault] ?? codes.Internal!;
  }

  /** Adds the name of the fault to the data, because several faults may share a code. */
  #errorReply(fault: string, code: ErrorCode, message: string, data: object): DispatchOutcome {
    const { redact } = this.#options;
    return { error: { code, message: redact.text(message), data: { ...redact.value(data), fault } } };
  }
}

/** Adds the method name to a PermissionDenied fault, so that the handler need not know its name. */
const addMethodName = (fault: string, data: object, method: string) =>
  fault === 'PermissionDenied' ? { method, ...data } : data;

/** Returns the first missing permission, if any. */
const findMissingPermission = <World>(method: AnyMethod<World>, grants: PermissionSet): string | undefined =>
  method.needs.find((permission) => !grants.has(permission));

export const createCall = <World>(
  method: string,
  world: World,
  caller: Caller,
  cancellation: CallCancellation,
): Call<World> => ({
  method,
  world,
  caller,
  get signal() {
    return cancellation.signal;
  },
  deadline: (timeoutMs, narrower = cancellation.signal) => ({ timeoutMs, signal: narrower }),
});
