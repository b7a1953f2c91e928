/** The package of the Python client. Its types, faults and methods are derived. */
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { type FaultName, faultDeclarations, faultNames } from '#faults.ts';
import { z } from '#platform/schema.ts';
import { readFolder, readProjectFile } from './projectFiles.ts';
import { type JsonSchema, nativeModel, type ProtocolMethod, type ProtocolModel } from './protocolModel.ts';
import { PythonTypes } from './pythonTypes.ts';

const folder = 'src/client/python';
const notice = '# Derived from the declarations of the server by the build. Do not edit.';

/** The files of the Python package by their path in it: what is written by hand, and what is derived. */
export function pythonPackage(): Readonly<Record<string, string>> {
  const own = readFolder(`${folder}/ptywright`).files;
  const model = modelOf();
  const asyncMethods = asyncMethodsModule(model);
  return {
    'pyproject.toml': readProjectFile(`${folder}/pyproject.toml`),
    ...Object.fromEntries(
      own.map((name) => [`ptywright/${name}`, readProjectFile(`${folder}/ptywright/${name}`)]),
    ),
    'ptywright/protocol.py': protocolModule(model.types),
    'ptywright/faults.py': faultsModule(),
    'ptywright/_async_methods.py': asyncMethods,
    'ptywright/_methods.py': withoutAsyncio(asyncMethods),
    'ptywright/sync.py': withoutAsyncio(readProjectFile(`${folder}/ptywright/aio.py`)),
  };
}

interface PythonModel {
  readonly types: PythonTypes;
  readonly methods: readonly PythonMethod[];
  readonly events: readonly { readonly name: string; readonly type: string; readonly summary: string }[];
}

interface PythonMethod {
  readonly declared: ProtocolMethod;
  readonly group: string | undefined;
  readonly name: string;
  readonly params: readonly (ProtocolMethod['params'][number] & { readonly python: string; type: string })[];
  readonly acceptsMore: boolean;
  /** Absent if the method is a notification. */
  readonly result: string | undefined;
}

/** Names all types in the order of the declarations. */
function modelOf(model: ProtocolModel = nativeModel()): PythonModel {
  const types = new PythonTypes();
  for (const [name, schema] of Object.entries(model.components.schemas)) types.declare(name, schema);
  const methods = model.methods.map((method) => toPythonMethod(method, types));
  const events = model['x-notifications'].map(({ name, summary, params }) => {
    const type = `${pascal(name)}Event`;
    types.declare(type, { ...params, description: summary });
    return { name, type, summary };
  });
  for (const name of faultNames) types.declare(`${name}Data`, faultData(name));
  return { types, methods, events };
}

const faultData = (name: FaultName): JsonSchema => {
  const {
    properties,
    required = [],
    ...rest
  } = z.toJSONSchema(faultDeclarations[name].data, {
    io: 'output',
    unrepresentable: 'any',
  }) as JsonSchema;
  const fault = { const: name, description: 'Name of the fault.' };
  return { ...rest, properties: { fault, ...properties }, required: ['fault', ...required] };
};

function toPythonMethod(declared: ProtocolMethod, types: PythonTypes): PythonMethod {
  const words = declared.name.split('.');
  const path = pascal(declared.name);
  const { additionalProperties } = z.toJSONSchema(ptywright.methods.get(declared.name)!.params, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  return {
    declared,
    group: words.length > 1 ? words[0] : undefined,
    name: words.at(-1)!,
    params: declared.params.map((param) => ({
      ...param,
      python: pythonKeywords.includes(param.name) ? `${param.name}_` : param.name,
      type: types.typeOf(param.schema, `${path}${pascal(param.name)}`),
    })),
    acceptsMore: additionalProperties !== false,
    result: declared.result && types.typeOf(declared.result.schema, `${path}Result`),
  };
}

const pythonKeywords = ['from', 'import', 'in', 'is', 'not', 'and', 'or', 'class', 'def', 'global', 'with'];

const pascal = (name: string): string =>
  name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const joinLines = (...parts: readonly (string | readonly string[])[]): string =>
  `${parts.flat().join('\n')}\n`;

const protocolModule = (types: PythonTypes): string =>
  joinLines(
    notice,
    '"""Types of parameters, results and notifications."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Dict, List, Literal, TypedDict, Union',
    '',
    types.format(),
  );

function faultsModule(): string {
  const classes = faultNames.flatMap((name) => [
    '',
    '',
    `class ${name}(Fault):`,
    ...docstring([faultDeclarations[name].sentence], '    '),
    '',
    `    data: protocol.${name}Data`,
  ]);
  return joinLines(
    notice,
    '"""Error replies of the server, one class for each fault."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Dict, Type',
    '',
    'from . import protocol',
    'from .errors import Fault',
    classes,
    '',
    '',
    'by_name: Dict[str, Type[Fault]] = {',
    faultNames.map((name) => `    "${name}": ${name},`),
    '}',
  );
}

function asyncMethodsModule({ methods, events }: PythonModel): string {
  const groups = [...new Set(methods.flatMap(({ group }) => group ?? []))];
  return joinLines(
    notice,
    '"""The methods of the server, in groups."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Union, overload',
    '',
    'from . import protocol',
    'from ._connection import unset',
    groups.flatMap((group) => [
      '',
      '',
      `class Async${pascal(group)}Methods:`,
      '    def __init__(self, client: AsyncClientMethods) -> None:',
      '        self._client = client',
      ...methods
        .filter((method) => method.group === group)
        .flatMap((method) => formatMethod(method, 'self._client')),
    ]),
    '',
    '',
    'class AsyncClientMethods:',
    '    def __init__(self) -> None:',
    groups.map((group) => `        self.${group} = Async${pascal(group)}Methods(self)`),
    '',
    '    async def request(',
    '        self, method: str, params: Optional[Mapping[str, Any]] = None, *, timeout_ms: Optional[float] = None',
    '    ) -> Any:',
    '        """Send a request, and return its result."""',
    '        raise NotImplementedError',
    '',
    '    async def notify(self, method: str, params: Optional[Mapping[str, Any]] = None) -> None:',
    '        """Send a notification, which has no reply."""',
    '        raise NotImplementedError',
    methods.filter(({ group }) => group === undefined).flatMap((method) => formatMethod(method, 'self')),
    events.flatMap(({ name, type, summary }) => [
      '',
      '    @overload',
      '    def on(',
      `        self, event: Literal["${name}"], listener: Callable[[protocol.${type}], object]`,
      '    ) -> Callable[[], None]:',
      ...docstring([summary], '        '),
    ]),
    '',
    '    def on(self, event: Any, listener: Any) -> Callable[[], None]:',
    '        """Call `listener` for each event. Returns the function that removes it."""',
    '        raise NotImplementedError',
  );
}

function formatMethod(method: PythonMethod, client: string): string[] {
  const { declared, name, params, acceptsMore, result } = method;
  const qualify = (type: string) => PythonTypes.qualify(type, 'protocol');
  const required = params.filter((param) => param.required);
  const optional = params.filter((param) => !param.required);
  const signature = [
    'self',
    ...required.map(({ python, type }) => `${python}: ${qualify(type)}`),
    ...(optional.length > 0 ? ['*'] : []),
    ...optional.map(({ python, type }) => `${python}: ${qualify(type)} = unset`),
    ...(acceptsMore ? ['**more: Any'] : []),
  ];
  const sent = [
    ...params.map((param) => `"${param.name}": ${param.python}`),
    ...(acceptsMore ? ['**more'] : []),
  ];
  const message = [`"${declared.name}"`, ...(sent.length > 0 ? [`{${sent.join(', ')}}`] : [])].join(', ');
  const call = `await ${client}.${result === undefined ? 'notify' : 'request'}(${message})`;
  return [
    '',
    ...wrapList(`    async def ${name}(`, signature, `) -> ${qualify(result ?? 'None')}:`),
    ...docstring(methodDocs(method), '        '),
    ...(result === undefined ? [`        ${call}`] : wrapCall(`        return ${call}`)),
  ];
}

/** One item per line if they do not fit on one. */
function wrapList(before: string, items: readonly string[], after: string): string[] {
  const line = `${before}${items.join(', ')}${after}`;
  if (line.length <= lineWidth) return [line];
  const indent = ' '.repeat(before.search(/\S/));
  return [before, ...items.map((item) => `${indent}    ${item},`), `${indent}${after}`];
}

function wrapCall(line: string): string[] {
  const [, before, name, fields] = /^(\s*return .*?\()(".*?")(?:, \{(.*)\})?\)$/.exec(line)!;
  if (line.length <= lineWidth || fields === undefined) return [line];
  const inner = wrapList('            {', fields.split(', '), '},');
  return [before!, `            ${name},`, ...inner, '        )'];
}

const lineWidth = 100;

function methodDocs({ declared, params }: PythonMethod): string[] {
  const { summary, description, errors, 'x-needs': needs } = declared;
  const described = params.flatMap(({ python, schema }) =>
    schema.description ? [`    ${python}: ${schema.description}`] : [],
  );
  const raised = [...new Set(errors.map(({ message }) => message))];
  return [
    summary,
    ...(description ? ['', description] : []),
    ...(needs.length > 0 ? ['', `Needs the permission ${needs.join(', ')}.`] : []),
    ...(described.length > 0 ? ['', 'Args:', ...described] : []),
    ...(raised.length > 0 ? ['', `Raises: ${raised.join(', ')}.`] : []),
  ];
}

function docstring(lines: readonly string[], indent: string): string[] {
  const [first, ...rest] = lines.flatMap((line) => PythonTypes.wrap(line, lineWidth - indent.length));
  const prefix = lines.some((line) => line.includes('\\')) ? 'r' : '';
  if (rest.length === 0) return [`${indent}${prefix}"""${first}"""`];
  return [
    `${indent}${prefix}"""${first}`,
    ...rest.map((line) => (line === '' ? '' : `${indent}${line}`)),
    `${indent}"""`,
  ];
}

/** The same module for programs without asyncio. */
function withoutAsyncio(text: string): string {
  const derived = text
    .replace(/\bawait /g, '')
    .replace(/\basync (?=def|with|for)/g, '')
    .replace(/__a(enter|exit)__/g, '__$1__')
    .replace(/\bAsync(?=[A-Z])/g, '')
    .replace('    Awaitable,\n', '')
    .replaceAll('Awaitable[Result]', 'Result')
    .replaceAll(/\b_async_(?=methods|connection)/g, '_')
    .replace(/, for asyncio\b/g, '')
    .replaceAll('ptywright.aio', 'ptywright');
  return derived.startsWith(notice) ? derived : `${notice}\n${derived}`;
}
