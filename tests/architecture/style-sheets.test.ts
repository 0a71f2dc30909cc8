import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const importOf = /^import (\w+) from '([^']+\.module\.css)'$/gm

/** The style sheets that a component imports, by the name that it gives them. */
function sheetsOf(file: string, source: string): readonly { readonly name: string; readonly sheet: string }[] {
  return [...source.matchAll(importOf)].map(([, name = '', from = '']) => ({
    name,
    sheet: from.startsWith('#') ? path.join(root, from.slice(1)) : path.resolve(path.dirname(file), from),
  }))
}

function classesOf(sheet: string): ReadonlySet<string> {
  return new Set([...readFileSync(sheet, 'utf8').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}

it('a component names no class that its style sheets lack', () => {
  const files = globSync('web/**/*.tsx', { cwd: root }).map((file) => path.join(root, file))
  const lacking = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const body = source.replaceAll(importOf, '')
    return sheetsOf(file, source).flatMap(({ name, sheet }) => {
      const known = classesOf(sheet)
      // A call is a method of a variable that has the same name.
      const used = [...body.matchAll(new RegExp(`\\b${name}\\.([a-z]\\w*)\\b(?!\\()`, 'gi'))]
      return used.filter(([, one = '']) => !known.has(one)).map(([text]) => `${path.relative(root, file)}: ${text}`)
    })
  })
  expect(files.length).toBeGreaterThan(100)
  expect(lacking).toEqual([])
})

/**
 * What of the component library writes style elements, which the content rules stop: some components always, every one
 * where a value differs by width, and its provider where it is not told to leave that.
 */
const writers = [
  /\b(?:AppShell|ColorSchemeScript|Flex|Grid|GridCol|InlineStyles|SimpleGrid)\b/,
  /\b(?:hiddenFrom|visibleFrom)\b/,
  // Also where the object begins on a line of its own or is one of two.
  /=\{(?:[^{}]*[?:&|(])?\s*\{\s*(?:base|xs|sm|md|lg|xl)['"]?:/,
]

it('nothing of the component library that writes style elements is used', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.(test|gen)\./.test(file))
  const using = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    if (!source.includes("from '@mantine/")) return []
    const dialogs = /\blockScroll\b(?!: false)/
    return [...writers, dialogs].filter((one) => one.test(source)).map((one) => `${file}: ${String(one)}`)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(using).toEqual([])
  const provider = readFileSync(path.join(root, 'web/staff/app/root.tsx'), 'utf8')
  for (const off of ['withCssVariables={false}', 'withGlobalClasses={false}']) expect(provider).toContain(off)
})

it.each([
  'gap={{ base: 1 }}',
  'gap={{\n  sm: 1,\n}}',
  'gap={isWide ? { base: 1 } : 2}',
  'w={\n  isWide && { md: 1 }\n}',
])('a value that differs by width is found in %j', (source) =>
  expect(writers.some((one) => one.test(source))).toBe(true),
)

const library = path.join(root, 'node_modules/@mantine/core')

/** Modules of the component library by the names that its entry passes on. */
function exportsOfLibrary(): ReadonlyMap<string, string> {
  const entry = path.join(library, 'esm/index.mjs')
  const files = new Map<string, string>()
  for (const [, names = '', from = ''] of readFileSync(entry, 'utf8').matchAll(/import \{([^}]+)\} from "([^"]+)"/g))
    for (const name of names.split(',')) files.set(name.trim().split(' as ').at(-1)!, path.join(library, 'esm', from))
  return files
}

/** Style sheets of the library that a component reaches, with those of the components that it is made of. */
function sheetsReached(names: ReadonlySet<string>): ReadonlySet<string> {
  const known = exportsOfLibrary()
  const seen = new Set<string>()
  const rest = [...names].flatMap((name) => known.get(name) ?? [])
  for (let file = rest.pop(); file !== undefined; file = rest.pop()) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
      rest.push(path.resolve(path.dirname(file), from))
  }
  return new Set([...seen].flatMap((file) => /([\w-]+)\.module\.mjs$/.exec(file)?.[1] ?? []))
}

it('each component of the library has its style sheet, in the order of the library, and no other is loaded', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.(test|gen)\./.test(file))
  const taken = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return [...source.matchAll(/import (?:type )?\{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    )
  })
  // Notices stand in a package of their own, and are made of the library's components.
  const reached = sheetsReached(new Set([...taken, 'Notification']))
  const whole = readFileSync(path.join(library, 'styles.css'), 'utf8')
  const placeOf = (name: string): number =>
    whole.indexOf(readFileSync(path.join(library, `styles/${name}.css`), 'utf8').trim())
  const base = ['baseline', 'default-css-variables', 'global']
  const needed = [...base, ...reached]
    .filter((name) => existsSync(path.join(library, `styles/${name}.css`)))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  const source = readFileSync(path.join(root, 'web/staff/library-styles.ts'), 'utf8')
  const loaded = [...source.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name)
  expect(loaded).toEqual(needed)
})
