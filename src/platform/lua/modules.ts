/** The files of a script: text, never bytecode, each run once. */
import { toBytes } from './constants.ts';
import type { LastSeen } from './lastSeen.ts';
import { auxiliary, type Kept, lua, type Native, type State, types } from './machine.ts';
import { placeOf } from './places.ts';
import { textOf } from './toLua.ts';

const asText = toBytes('t');

export class Modules {
  readonly #texts: Readonly<Record<string, string>>;
  readonly #lastSeen: LastSeen;
  readonly #loaded = new Map<string, Kept | 'running'>([['main', 'running']]);

  constructor(texts: Readonly<Record<string, string>>, lastSeen: LastSeen) {
    this.#texts = texts;
    this.#lastSeen = lastSeen;
  }

  pushMain(L: State): void {
    const main = this.#text('main');
    if (main === undefined) throw new Error('there is no main.lua');
    this.#pushModule(L, 'main', main);
  }

  /** A chunk as a function. Errors name the file as it is called here. */
  push(L: State, file: string, text: string): void {
    const bytes = toBytes(text);
    const status = auxiliary.luaL_loadbufferx(L, bytes, bytes.length, toBytes(`=${file}`), asText);
    if (status !== lua.LUA_OK) this.#refuse(L, file);
  }

  /** The global `require`. */
  readonly require: Native = (L) => {
    const name = lua.lua_type(L, 1) === types.string ? textOf(lua.lua_tostring(L, 1)) : undefined;
    if (name === undefined) return fail(L, "bad argument #1 to 'require' (string expected)");
    const loaded = this.#loaded.get(name);
    if (loaded === 'running') return fail(L, `${name}.lua is required while it is being loaded`);
    if (loaded) loaded(L);
    else this.#load(L, name);
    return 1;
  };

  #load(L: State, name: string): void {
    const text = this.#text(name);
    if (text === undefined)
      fail(L, `there is no ${name.slice(0, longestName)}.lua beside main.lua: require takes plain names`);
    this.#loaded.set(name, 'running');
    try {
      this.#pushModule(L, name, text!);
      lua.lua_pushvalue(L, 1);
      lua.lua_call(L, 1, 1);
    } catch (problem) {
      this.#loaded.delete(name);
      throw problem;
    }
    if (lua.lua_type(L, -1) === types.nil) {
      lua.lua_pop(L, 1);
      lua.lua_pushboolean(L, true);
    }
    this.#loaded.set(name, lua.lua_toproxy(L, -1));
  }

  #pushModule(L: State, name: string, text: string): void {
    this.push(L, `${name}.lua`, text);
    this.#lastSeen.know(L, Object.keys(this.#texts).indexOf(name));
  }

  #text(name: string): string | undefined {
    return Object.hasOwn(this.#texts, name) ? this.#texts[name] : undefined;
  }

  /** What the parser says begins with the place, but for bytecode, of which it has none. */
  #refuse(L: State, file: string): never {
    const message = textOf(lua.lua_tostring(L, -1));
    lua.lua_pushstring(L, toBytes(message.startsWith(`${file}:`) ? message : `${file}: ${message}`));
    return lua.lua_error(L);
  }
}

const longestName = 64;

function fail(L: State, message: string): never {
  lua.lua_pushstring(L, toBytes(placeOf(L, 1) + message));
  return lua.lua_error(L);
}
