import { contexts, vocabulary } from './layer-rules.ts'

/** A part of the page: a heading and the folders below it. */
interface Chapter {
  readonly title: string
  readonly files: readonly string[]
}

/** What the page leaves out: tests, what a tool writes, and files whose names are those of addresses, rows or versions. */
const leftOut =
  /\.(?:test|fixture|gen|d)\.m?tsx?$|^api\/db\/(?:migrations|demo)\/|\/app\/routes\/|\/design-system\/|^tests\/(?!support\/|architecture\/)/
const inTree = /^(?:domain|sync|api|web|scripts|tests)\/.*\.(?:tsx?|mjs)$/
const longest = 110

const words = [...new Set([...contexts, ...Object.keys(vocabulary)])]

/** The page of all files: by context, then what no context has; a line a file, with what it is for. */
export function fileIndex(sources: ReadonlyMap<string, string>): string {
  const files = [...sources.keys()].filter((file) => inTree.test(file) && !leftOut.test(file)).toSorted()
  const ofContexts = Map.groupBy(files, contextOf)
  const named: readonly Chapter[] = words.map((title) => ({ title, files: ofContexts.get(title) ?? [] }))
  const rest: readonly Chapter[] = [...Map.groupBy(ofContexts.get(null) ?? [], layerOf)].map(([title, own]) => ({
    title,
    files: own,
  }))
  return [
    '# Files',
    '',
    'Every source by context, then what no context has; written by `npm run docs:files`. What a file is for is the first',
    'sentence of what it exports under its name. Tests are left out, and routes (`web/staff/routes.ts`,',
    '`web/journey/routes.ts`), migrations and the demo account.',
    ...chapters('Contexts', named, sources),
    ...chapters('What no context has', rest, sources),
    '',
  ].join('\n')
}

function chapters(title: string, all: readonly Chapter[], sources: ReadonlyMap<string, string>): string[] {
  const full = all.filter(({ files }) => files.length > 0)
  return ['', `## ${title}`, ...full.flatMap((each) => chapter(each, sources))]
}

function chapter({ title, files }: Chapter, sources: ReadonlyMap<string, string>): string[] {
  const folders = [...Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/') + 1))]
  return [
    '',
    `### ${title}`,
    ...folders.flatMap(([folder, own]) => [
      '',
      `\`${folder}\``,
      '',
      ...own.map((file) => `- \`${file.slice(folder.length)}\`: ${purposeOf(file, sources.get(file) ?? '')}`),
    ]),
  ]
}

/** Trees whose folders a newcomer has to know. */
const trees = [
  'sync/operations',
  'api/adapters',
  'api/features',
  'web/local',
  'web/staff/features',
  'web/staff/ui',
  'web/journey/screens',
] as const

/** The folders of each tree in a line, with those inside them in brackets. */
export function folderList(files: Iterable<string>): string {
  const all = [...files].filter((file) => inTree.test(file)).toSorted()
  return trees
    .map((tree) => {
      const below = Map.groupBy(
        all.filter((file) => file.startsWith(`${tree}/`)).map((file) => file.slice(tree.length + 1).split('/')),
        ([folder = '', ...rest]) => (rest.length > 0 ? folder : ''),
      )
      const named = [...below].filter(([folder]) => folder !== '')
      return `- \`${tree}/\`: ${named.map(([folder, own]) => withInside(folder, own)).join(' · ')}`
    })
    .join('\n')
}

function withInside(folder: string, files: readonly (readonly string[])[]): string {
  const inside = [...new Set(files.flatMap((file) => (file.length > 2 ? [file[1] ?? ''] : [])))]
  return inside.length === 0 ? folder : `${folder} (${inside.join(', ')})`
}

/** The context that a file belongs to by its folder, or by its name where a tree has a file for each; null for none. */
export function contextOf(file: string): string | null {
  const [, name = ''] =
    /^(?:domain|sync\/operations|api\/features|web\/staff\/features|web\/journey\/screens)\/([\w-]+)\//.exec(file) ??
    /^(?:sync\/calls|api\/db\/tables)\/([\w-]+)/.exec(file) ??
    []
  const named = (part: string): boolean => name === part || name.startsWith(`${part}-`)
  const found = words
    .flatMap((word) => [word, ...(vocabulary[word]?.parts ?? [])].map((part) => ({ word, part })))
    .filter(({ part }) => named(part))
    .toSorted((one, other) => other.part.length - one.part.length)
  return found[0]?.word ?? null
}

function layerOf(file: string): string {
  const [layer = '', second = ''] = file.split('/')
  return ['journey', 'staff'].includes(second) || layer === 'tests' ? `${layer}/${second}` : layer
}

interface Exported {
  readonly name: string
  readonly isType: boolean
  readonly text: string | null
}

/** What a file is for, in a few words: of calls and tables their names, else what is said of its main export. */
export function purposeOf(file: string, source: string): string {
  const exported = exportsOf(source)
  if (file.startsWith('sync/calls/'))
    return listed(
      exported.filter(({ name }) => name.endsWith('Call')),
      exported,
    )
  if (file.startsWith('api/db/tables/')) return listed(exported, exported)
  const own = file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/\..*$/, '')
    .replaceAll('-', '')
  const isOwn = ({ name }: Exported): boolean =>
    name.replace(/^use(?=[A-Z])/, '').toLowerCase() === own.replace(/^use/, '')
  const said = exported.filter(({ text }) => text !== null)
  const main = said.find(isOwn) ?? said.find(({ isType }) => !isType) ?? said[0]
  const text = main?.text ?? /^((?:\/\/ .*\n)+)/.exec(source)?.[1]?.replaceAll(/^\/\/ /gm, '') ?? null
  return text === null ? listed(exported, exported) : firstSentence(text)
}

function exportsOf(source: string): readonly Exported[] {
  const pattern =
    /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export (?:async )?(const|function\*?|interface|type|class) \*?(\w+)/g
  return [...source.matchAll(pattern)].map(([, text, kind = '', name = '']) => ({
    name,
    isType: kind === 'interface' || kind === 'type',
    text: text === undefined ? null : text.replaceAll(/^\s*\* ?/gm, '').trim(),
  }))
}

function listed(chosen: readonly Exported[], all: readonly Exported[]): string {
  const names = (chosen.length > 0 ? chosen : all).map(({ name }) => name.replace(/(?<=.)(?:Call|Table)$/, ''))
  return names.length === 0
    ? 'an entry, which exports nothing'
    : `${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}`
}

function firstSentence(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \([^)]*\)|[`*_]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const [whole = line] = /^.*?(?=\.(?:\s|$))/.exec(line) ?? []
  if (whole.length <= longest) return whole
  const [sentence = whole] = /^.*?(?=[;:]\s)/.exec(whole) ?? []
  if (sentence.length <= longest) return sentence
  return `${sentence.slice(0, sentence.lastIndexOf(' ', longest)).replace(/[,;:]$/, '')} …`
}
