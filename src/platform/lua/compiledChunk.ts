/**
 * Compiled Lua files as bytes, so that another instance of a plugin need not compile them. Replaces the reader of fengari.
 *
 * The bytes are a header, all numbers, all words, and the text of all strings. A word is an instruction, a line, a count,
 * or the index of a number or string. The first words say where each string ends.
 */

import './fengari.ts';
import defs from 'fengari/src/defs.js';
import ldo from 'fengari/src/ldo.js';
import lfunc from 'fengari/src/lfunc.js';
import lobject from 'fengari/src/lobject.js';
import lundump from 'fengari/src/lundump.js';
import { type LuaState, luaTypes } from './fengari.ts';
import { chargeMemory } from './memory.ts';
import { createString, type LuaString } from './patchStrings.ts';

/** Compiled files of a script by name. */
export type CompiledFiles = Readonly<Record<string, Uint8Array>>;

/** A compiled function, with the names of fengari. */
interface Prototype extends PrototypeHead, PrototypeBody {}

/** What a closure needs. */
interface PrototypeHead {
  readonly source: LuaString;
  readonly linedefined: number;
  readonly lastlinedefined: number;
  readonly numparams: number;
  readonly is_vararg: boolean;
  readonly maxstacksize: number;
  readonly upvalues: readonly { readonly name: LuaString; readonly instack: boolean; readonly idx: number }[];
}

/** What a call needs. */
interface PrototypeBody {
  readonly code: readonly Instruction[];
  readonly lineinfo: readonly number[];
  readonly k: readonly Constant[];
  readonly locvars: readonly {
    readonly varname: LuaString;
    readonly startpc: number;
    readonly endpc: number;
  }[];
  readonly p: readonly Prototype[];
}

/** With its fields, so that they are not cut out each time it runs. */
interface Instruction {
  readonly code: number;
  readonly opcode: number;
  readonly A: number;
  readonly B: number;
  readonly C: number;
  readonly Bx: number;
  readonly Ax: number;
  readonly sBx: number;
}

interface Constant {
  readonly type: number;
  readonly value: null | boolean | number | LuaString;
}

interface Closure {
  p: Prototype;
}

interface StateInternals {
  readonly top: number;
  readonly stack: readonly { readonly value: Closure; setclLvalue(closure: Closure): void }[];
}

const { LUA_SIGNATURE } = defs as { readonly LUA_SIGNATURE: Uint8Array };
const { luaD_inctop } = ldo as { luaD_inctop(L: LuaState): void };
const { luaF_newLclosure } = lfunc as { luaF_newLclosure(L: LuaState, upvalues: number): Closure };
const { TValue } = lobject as { readonly TValue: new (type: number, value: Constant['value']) => Constant };

/**
 * The first byte of compiled Lua, then how many numbers, words and strings follow. Numbers must begin at a multiple
 * of 8.
 */
const headerWords = 4;
const wordBytes = 4;
const numberBytes = 8;

/** Returns the compiled form of the function on top of the stack. */
export function writeChunk(L: LuaState): Uint8Array {
  const { stack, top } = L as unknown as StateInternals;
  return new ChunkWriter(stack[top - 1]!.value.p).bytes();
}

class ChunkWriter {
  readonly #words: number[] = [];
  readonly #numbers: number[] = [];
  readonly #strings = new Map<LuaString, number>();

  constructor(code: Prototype) {
    this.#function(code);
  }

  bytes(): Uint8Array {
    const texts = [...this.#strings.keys()].map((string) => string.realstring);
    let end = 0;
    const ends = texts.map((text) => (end += text.length));
    const words = [...ends, ...this.#words];
    const header = [LUA_SIGNATURE[0]!, this.#numbers.length, words.length, texts.length];
    return new Uint8Array(
      Buffer.concat([
        new Uint8Array(Int32Array.from(header).buffer),
        new Uint8Array(Float64Array.from(this.#numbers).buffer),
        new Uint8Array(Int32Array.from(words).buffer),
        ...texts,
      ]),
    );
  }

  #function(code: Prototype): void {
    const words = this.#words;
    words.push(this.#string(code.source), code.linedefined, code.lastlinedefined);
    words.push(code.numparams, Number(code.is_vararg), code.maxstacksize);
    this.#list(code.upvalues, ({ name, instack, idx }) =>
      words.push(this.#string(name), Number(instack), idx),
    );
    const lengthAt = words.push(0) - 1;
    this.#list(code.code, (instruction) => words.push(instruction.code));
    this.#list(code.lineinfo, (line) => words.push(line));
    this.#list(code.k, ({ type, value }) => words.push(type, this.#constant(value)));
    this.#list(code.locvars, ({ varname, startpc, endpc }) =>
      words.push(this.#string(varname), startpc, endpc),
    );
    this.#list(code.p, (inner) => this.#function(inner));
    words[lengthAt] = words.length - lengthAt - 1;
  }

  #list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.#words.push(items.length);
    items.forEach(write);
  }

  #constant(value: Constant['value']): number {
    if (typeof value === 'number') return this.#numbers.push(value) - 1;
    return typeof value === 'object' && value ? this.#string(value) : Number(value);
  }

  #string(string: LuaString): number {
    const index = this.#strings.get(string) ?? this.#strings.size;
    this.#strings.set(string, index);
    return index;
  }
}

/** Most functions of a plugin never run, so the body is read at the first call. */
class StoredPrototype implements Prototype {
  readonly #readBody: () => PrototypeBody;
  readonly source: LuaString;
  readonly linedefined: number;
  readonly lastlinedefined: number;
  readonly numparams: number;
  readonly is_vararg: boolean;
  readonly maxstacksize: number;
  readonly upvalues: PrototypeHead['upvalues'];
  /** The last closure, which fengari uses again if it has the same variables. */
  cache = null;

  constructor(head: PrototypeHead, readBody: () => PrototypeBody) {
    this.source = head.source;
    this.linedefined = head.linedefined;
    this.lastlinedefined = head.lastlinedefined;
    this.numparams = head.numparams;
    this.is_vararg = head.is_vararg;
    this.maxstacksize = head.maxstacksize;
    this.upvalues = head.upvalues;
    this.#readBody = readBody;
  }

  get code() {
    return this.#body().code;
  }
  get lineinfo() {
    return this.#body().lineinfo;
  }
  get k() {
    return this.#body().k;
  }
  get locvars() {
    return this.#body().locvars;
  }
  get p() {
    return this.#body().p;
  }

  /** The fields of the body replace these accessors, because each call reads them. */
  #body(): PrototypeBody {
    const body = this.#readBody();
    for (const [name, value] of Object.entries(body)) Object.defineProperty(this, name, { value });
    return body;
  }
}

class ChunkReader {
  readonly #L: LuaState;
  readonly #words: Int32Array;
  readonly #numbers: Float64Array;
  readonly #text: Uint8Array;
  readonly #strings: LuaString[] = [];
  #at = 0;

  constructor(L: LuaState, bytes: Uint8Array) {
    this.#L = L;
    const { buffer } = bytes;
    const [, numbers = 0, words = 0, strings = 0] = new Int32Array(buffer, 0, headerWords);
    const wordsAt = headerWords * wordBytes + numbers * numberBytes;
    this.#numbers = new Float64Array(buffer, headerWords * wordBytes, numbers);
    this.#words = new Int32Array(buffer, wordsAt, words);
    this.#text = bytes.subarray(wordsAt + words * wordBytes);
    this.#at = strings;
  }

  function(): Prototype {
    const head: PrototypeHead = {
      source: this.#string(),
      linedefined: this.#next(),
      lastlinedefined: this.#next(),
      numparams: this.#next(),
      is_vararg: this.#next() === 1,
      maxstacksize: this.#next(),
      upvalues: this.#list(() => ({
        name: this.#string(),
        instack: this.#next() === 1,
        idx: this.#next(),
      })),
    };
    const length = this.#next();
    const start = this.#at;
    this.#at += length;
    return new StoredPrototype(head, () => this.#body(start));
  }

  #body(start: number): PrototypeBody {
    this.#at = start;
    return {
      code: this.#list(() => toInstruction(this.#next())),
      lineinfo: this.#list(() => this.#next()),
      k: this.#list(() => this.#constant()),
      locvars: this.#list(() => ({
        varname: this.#string(),
        startpc: this.#next(),
        endpc: this.#next(),
      })),
      p: this.#list(() => this.function()),
    };
  }

  #next(): number {
    return this.#words[this.#at++]!;
  }

  #string(): LuaString {
    return this.#stringAt(this.#next());
  }

  #stringAt(index: number): LuaString {
    this.#strings[index] ??= createString(
      this.#L,
      this.#text.subarray(this.#words[index - 1] ?? 0, this.#words[index]),
    );
    return this.#strings[index];
  }

  #list<Item>(read: () => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.#next(); left > 0; left--) items.push(read());
    return items;
  }

  #constant(): Constant {
    const type = this.#next();
    const index = this.#next();
    return new TValue(type, this.#value(type, index));
  }

  #value(type: number, index: number): Constant['value'] {
    const kind = type & typeBits;
    if (kind === luaTypes.number) return this.#numbers[index]!;
    if (kind === luaTypes.string) return this.#stringAt(index);
    return kind === luaTypes.boolean ? index === 1 : null;
  }
}

/** The bits of a tag without those for a variant, such as integer and float. */
const typeBits = 15;

/** Cuts an instruction into its fields: 6 bits, 8, and two of 9 that may be read as one. */
function toInstruction(code: number): Instruction {
  const Bx = code >>> 14;
  return {
    code,
    opcode: code & 0x3f,
    A: (code >>> 6) & 0xff,
    B: code >>> 23,
    C: Bx & 0x1ff,
    Bx,
    Ax: code >>> 6,
    sBx: Bx - 0x1ffff,
  };
}

interface ZioInternals {
  readonly buffer: Uint8Array;
  n: number;
}

(lundump as { luaU_undump(L: LuaState, input: ZioInternals): Closure }).luaU_undump = (L, input) => {
  const bytes = input.buffer.slice();
  input.n = 0;
  chargeMemory(bytes.length);
  const code = new ChunkReader(L, bytes).function();
  const closure = luaF_newLclosure(L, code.upvalues.length);
  closure.p = code;
  luaD_inctop(L);
  const { stack, top } = L as unknown as StateInternals;
  stack[top - 1]!.setclLvalue(closure);
  return closure;
};
