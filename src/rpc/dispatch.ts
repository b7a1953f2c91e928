/**
 * A name and raw parameters to a reply: looks the method up, reads the parameters, asks the gate, runs the handler,
 * checks what it gave, and turns a fault into a code. Nowhere else does a fault meet its code.
 */
import { nearest } from '../platform/near.ts';
import type { Failure } from '../wire/envelope.ts';
import { type Call, type Caller, type Cancellation, callOf } from './call.ts';
import type { Code, Dialect } from './dialect.ts';
import type { AnyMethod } from './method.ts';
import { type ParamsProblem, readParams, tellProblem } from './params.ts';
import { type Grants, missingPermission } from './permit.ts';

export interface DispatchOptions<World> {
  readonly dialect: Dialect<World>;
  readonly world: World;
  readonly grants: Grants;
  /** Hides secrets in what an error says. */
  readonly redact: { text(text: string): string; value<T>(json: T): T };
  /** Whether each reply is held against its declared shape; specs do, a running server need not. */
  readonly checkReplies: boolean;
  readonly log: (method: string, problem: unknown) => void;
  /** What is said of faults that are raised here, and elsewhere too. */
  readonly sentences: Readonly<Record<'Cancelled' | 'Internal', string>>;
}

export type Outcome = { readonly result: unknown } | { readonly error: Failure['error'] };

/** Of a name that is none. */
const longestName = 100;

/** What JSON-RPC 2.0 has numbers for; a dialect may have its own. */
const standard = { MethodUnknown: -32601, Invalid: -32602, Internal: -32603 } as const;

export class Dispatch<World> {
  readonly #options: DispatchOptions<World>;
  constructor(options: DispatchOptions<World>) {
    this.#options = options;
  }

  run(name: string, params: unknown, caller: Caller, cancellation: Cancellation): Outcome | Promise<Outcome> {
    const { dialect, world, grants } = this.#options;
    const method = dialect.methods.get(name);
    if (!method) return this.#unknown(this.#options.redact.text(name).slice(0, longestName));
    const read = readParams(method, params);
    if ('problem' in read) return this.#invalid(read.problem);
    const missing = missingPermission(method, grants);
    if (missing) return this.#denied(name, missing, 'this server');
    const refusal = this.#refusedByGrantor(method, read.value);
    if (refusal) return refusal;
    return this.#handle(method, callOf(name, world, caller, cancellation), read.value);
  }

  /** Whose adapter it is that a call is about is known only once its parameters are read. */
  #refusedByGrantor(method: AnyMethod<World>, params: unknown): Outcome | undefined {
    try {
      const grantor = method.grantor?.(this.#options.world, params);
      const missing = grantor && missingPermission(method, grantor);
      return missing ? this.#denied(method.name, missing, grantor.title) : undefined;
    } catch (problem) {
      return this.#fault(method, problem);
    }
  }

  #handle(method: AnyMethod<World>, call: Call<World>, params: unknown): Outcome | Promise<Outcome> {
    try {
      const given = method.handle(call, params);
      if (!(given instanceof Promise)) return this.#reply(method, given);
      return this.#unlessCancelled(
        call.cancellation,
        given.then(
          (result) => this.#reply(method, result),
          (problem) => this.#fault(method, problem),
        ),
      );
    } catch (problem) {
      return this.#fault(method, problem);
    }
  }

  /** Whoever has lost interest is answered at once, also where the deed itself cannot be taken back, such as a kill. */
  #unlessCancelled(cancellation: Cancellation, answer: Promise<Outcome>): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const forget = cancellation.onCancel(() => resolve(this.#cancelled()));
      answer.finally(forget).then(resolve, reject);
    });
  }

  #cancelled(): Outcome {
    return this.#failsAsEverywhere('Cancelled', { reason: 'request' });
  }

  #reply(method: AnyMethod<World>, result: unknown): Outcome {
    if (!this.#options.checkReplies) return { result };
    const checked = method.result.safeParse(result);
    return checked.success ? { result } : this.#fault(method, checked.error);
  }

  #fault(method: AnyMethod<World>, problem: unknown): Outcome {
    const { dialect, log } = this.#options;
    const { name, message, data } = (problem ?? {}) as { name?: string; message?: string; data?: unknown };
    const code =
      name !== undefined && data !== undefined && Object.hasOwn(dialect.codes, name)
        ? dialect.codes[name]
        : undefined;
    if (code !== undefined)
      return this.#fails(
        name!,
        code,
        dialect.sentences?.[name!]?.(data as never) ?? message ?? name!,
        withMethod(name!, data as object, method.name),
      );
    log(method.name, problem);
    return this.#failsAsEverywhere('Internal', {});
  }

  #failsAsEverywhere(name: 'Cancelled' | 'Internal', data: object): Outcome {
    const { dialect, sentences } = this.#options;
    const said = dialect.sentences?.[name]?.(data as never) ?? sentences[name];
    return this.#fails(name, this.#code(name), said, data);
  }

  #unknown(method: string): Outcome {
    const { redact, dialect } = this.#options;
    const known = [...dialect.methods.keys()];
    const said = dialect.unknownMethod?.(method) ?? `no method is called ${method}${nearest(method, known)}`;
    const data = redact.value({ method });
    return { error: { code: this.#code('MethodUnknown'), message: redact.text(said), data } };
  }

  #denied(method: string, permission: string, by: string): Outcome {
    return this.#fails(
      'PermissionDenied',
      this.#code('PermissionDenied'),
      `${by} does not grant ${permission}`,
      { method, required_permission: permission },
    );
  }

  /** What was sent is hidden piece by piece: the sentence round it is ours, though a name and a word may look like a secret. */
  #invalid(problem: ParamsProblem): Outcome {
    const data = this.#options.redact.value(problem);
    const code = this.#code('Invalid');
    return { error: { code, message: tellProblem(data), data: { ...data, fault: 'Invalid' } } };
  }

  #code(fault: string): Code {
    const codes: Readonly<Record<string, Code>> = { ...standard, ...this.#options.dialect.codes };
    return codes[fault] ?? codes.Internal!;
  }

  /** The data says which fault it is: several may share a code. */
  #fails(fault: string, code: Code, message: string, data: object): Outcome {
    const { redact } = this.#options;
    return { error: { code, message: redact.text(message), data: { ...redact.value(data), fault } } };
  }
}

/** A refusal names the method that was refused; the handler that raised it need not know its own name. */
const withMethod = (fault: string, data: object, method: string) =>
  fault === 'PermissionDenied' ? { method, ...data } : data;
