import type { Arrow, ModuleGraph } from './module-graph.ts'

/** The contexts in order: domain code imports only from its left. */
export const contexts = [
  'kernel',
  'organization',
  'access',
  'sso',
  'sftp',
  'catalog',
  'circuit',
  'settings',
  'connector',
  'delivery',
  'customer',
  'buyback',
  'dashboard',
  'payment',
  'register',
  'cart',
  'item',
  'compliance',
  'expedition',
  'dispatch',
  'check-in',
  'quarantine',
  'stock',
  'refurb',
  'document',
  'catalog-files',
  'attention',
] as const

/**
 * The words of contexts beside those of `domain`, and the parts of each context that name files and folders of their own.
 * Folders and files of every tree are named by these words (`words.test.ts`); `domain/GLOSSARY.md` defines them.
 */
export const vocabulary: Readonly<Record<string, { readonly parts: readonly string[] }>> = {
  organization: { parts: ['entity', 'user'] },
  access: { parts: ['one-time-code', 'passkey', 'session', 'sign-in-rules'] },
  catalog: { parts: ['category', 'product', 'question', 'search'] },
  circuit: { parts: ['payment-mode', 'shipping-method'] },
  settings: { parts: ['legal', 'picture', 'setup', 'set-up'] },
  buyback: { parts: ['quote'] },
  payment: { parts: ['payment-release'] },
  cart: { parts: ['checkout'] },
  quarantine: { parts: ['proposal'] },
  document: { parts: ['transfer-order'] },
  /** Account of a retailer, as the platform creates and opens it. */
  client: { parts: [] },
  /** A seller's desk in a store. */
  counter: { parts: [] },
  /** The look of a client's public site and papers. */
  design: { parts: ['branding'] },
  /** Photos of an item. */
  evidence: { parts: [] },
  /** Long work in the background. */
  job: { parts: [] },
  /** Push and pull between device and server. */
  sync: { parts: [] },
  /** The pages of the public site, and what follows a sale there. */
  journey: { parts: ['home', 'stores', 'tracking'] },
  /** Stations of the floor together. */
  warehouse: { parts: [] },
  /** What every context uses. */
  common: {
    parts: ['column', 'errors', 'list', 'mail', 'scan', 'shell', 'translations', 'user-guide'],
  },
}

/** What each layer imports, itself included. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  sync: ['sync', 'domain'],
  api: ['api', 'sync', 'domain', 'public'],
  web: ['web', 'sync', 'domain', 'public'],
}

/** Inside api, higher imports lower; places of one step meet only where `beside` says so. */
export const apiSteps = [
  ['main.ts'],
  ['app.ts'],
  ['features', 'sync', 'jobs'],
  ['documents', 'mail'],
  ['http', 'db', 'adapters', 'config.ts'],
]
export const webSteps = [
  ['main'],
  ['app'],
  ['features', 'screens'],
  ['local', 'scan', 'ui', 'kit'],
  ['buyback'],
  ['lib'],
]
export const syncSteps = [['replica'], ['root'], ['operations', 'calls'], ['wire', 'records.ts']]

/** What one step may import sideways: the database's and the adapters' settings come from the configuration. */
export const beside: readonly string[] = [
  'api/http>db',
  'api/db>config.ts',
  'api/adapters>config.ts',
  'api/http>config.ts',
  'sync/wire>records.ts',
  'sync/records.ts>wire',
]

/** Packages with one home. */
export const homes: readonly { readonly packages: RegExp; readonly home: RegExp; readonly words: string }[] = [
  { packages: /^dexie(-react-hooks)?$/, home: /^web\/local\//, words: 'Dexie lives in web/local' },
  { packages: /^kysely$/, home: /^api\//, words: 'Kysely lives in api' },
  { packages: /^pg$/, home: /^api\/(db|sync)\//, words: 'the PostgreSQL driver lives where SQL is written' },
  { packages: /^@mantine\//, home: /^web\/staff\//, words: 'Mantine lives in web/staff' },
  { packages: /^(@?zxing.*|@zxing\/.*)$/, home: /^web\/scan\//, words: 'the decoders live in web/scan' },
]

/** What a rule says against a tree: one sentence a violation, none when the house stands. */
export function violationsOf(graph: ModuleGraph): string[] {
  const direct = graph.arrows.filter((arrow) => !isTest(arrow.from)).flatMap((arrow) => check(arrow))
  return [
    ...direct,
    ...missing(graph),
    ...impure(graph),
    ...circles(graph),
    ...journeyReach(graph),
    ...forms(graph),
  ].toSorted()
}

function check(arrow: Arrow): string[] {
  const checks = arrow.file === undefined ? [packageRule] : [layerRule, contextRule, syncRule, apiRule, webRule]
  return checks.flatMap((rule) => {
    const reason = rule(arrow)
    return reason === undefined ? [] : [`${arrow.from} → ${arrow.file ?? arrow.packageName}: ${reason}`]
  })
}

function layerRule({ from, file }: Arrow): string | undefined {
  const [layer = ''] = from.split('/')
  const [other = ''] = (file ?? '').split('/')
  return layers[layer]?.includes(other) ? undefined : `${layer} does not import ${other}`
}

function contextRule({ from, file }: Arrow): string | undefined {
  const here = from.split('/')
  const there = (file ?? '').split('/')
  if (here[0] !== 'domain' || there[0] !== 'domain') return undefined
  const [mine, other] = [contexts.indexOf(here[1] as never), contexts.indexOf(there[1] as never)]
  if (mine < 0 || other < 0) return `${mine < 0 ? here[1] : there[1]} is no context`
  return other <= mine ? undefined : `${here[1]} comes before ${there[1]}`
}

function syncRule({ from, file }: Arrow): string | undefined {
  if (!from.startsWith('sync/') || !file?.startsWith('sync/')) return undefined
  const place = (path: string): string => {
    const name = path.split('/')[1] ?? ''
    return name === 'records.ts' || !name.endsWith('.ts') ? name : 'root'
  }
  return stepRule('sync', syncSteps, place(from), place(file))
}

function apiRule({ from, file }: Arrow): string | undefined {
  if (!from.startsWith('api/') || !file?.startsWith('api/')) return undefined
  // A start-up root puts parts together.
  if (from === 'api/db/demo/main.ts') return undefined
  const [mine = '', context] = from.split('/').slice(1)
  const [other = '', otherContext] = file.split('/').slice(1)
  if (mine === 'features' && other === 'features' && context !== otherContext) return 'no feature imports another'
  return stepRule('api', apiSteps, apiPlace(mine), apiPlace(other))
}

// Files beside main.ts are parts of the start-up root.
function apiPlace(name: string): string {
  return name.endsWith('.ts') && !['app.ts', 'config.ts'].includes(name) ? 'main.ts' : name
}

function webRule({ from, file }: Arrow): string | undefined {
  if (!from.startsWith('web/') || !file?.startsWith('web/')) return undefined
  const [here, there] = [webPlace(from), webPlace(file)]
  if (here.entry && there.entry && here.entry !== there.entry) return 'journey and staff never meet'
  if (!here.entry && there.entry) return `what both entries share does not import ${there.entry}`
  if (here.step === 'sw' || there.step === 'sw') {
    if (here.step === there.step || ['lib', 'local'].includes(there.step)) return undefined
    return 'the service worker stands alone on lib and local'
  }
  if (here.context && there.context && here.context !== there.context) return 'no feature imports another'
  return stepRule('web', webSteps, here.step, there.step)
}

interface WebPlace {
  readonly entry?: string
  readonly step: string
  readonly context?: string
}

function webPlace(file: string): WebPlace {
  const [, first = '', second = '', third = ''] = file.split('/')
  if (first !== 'journey' && first !== 'staff') return { step: first }
  if (second === 'features' || second === 'screens') return { entry: first, step: second, context: third }
  if (['app', 'ui', 'kit'].includes(second)) return { entry: first, step: second }
  return { entry: first, step: second === 'routes' ? 'app' : 'main' }
}

function stepRule(
  layer: string,
  steps: readonly (readonly string[])[],
  mine: string,
  other: string,
): string | undefined {
  if (mine === other) return undefined
  const step = (place: string): number => steps.findIndex((names) => names.includes(place))
  const [high, low] = [step(mine), step(other)]
  if (high < 0 || low < 0) return `${layer}/${high < 0 ? mine : other} is no place of ${layer}`
  if (high < low || (high === low && beside.includes(`${layer}/${mine}>${other}`))) return undefined
  return `${mine} does not import ${other}`
}

function packageRule({ from, packageName = '' }: Arrow): string | undefined {
  const home = homes.find(({ packages }) => packages.test(packageName))
  if (home && !home.home.test(from)) return home.words
  const isApart = packageName === 'zod' ? from.endsWith('.schema.ts') : from.endsWith('.library.ts')
  if (from.startsWith('domain/') && !isApart) {
    return 'domain imports nothing; zod belongs in x.schema.ts, other packages behind a port in x.library.ts'
  }
  if (from.startsWith('sync/') && packageName !== 'zod') return 'sync imports zod and no other package'
  if (from.startsWith('web/') && packageName.startsWith('node:')) return 'there is no Node.js in a browser'
  return undefined
}

// Only TypeScript can be missing unseen; styles and texts are found by the build.
function missing({ arrows, files }: ModuleGraph): string[] {
  return arrows
    .filter(
      ({ file }) =>
        file !== undefined && /^(domain|sync|api|web)\/.*(?<!\.gen|\.d)\.tsx?$/.test(file) && !files.has(file),
    )
    .map(({ from, file }) => `${from} → ${file}: there is no such file`)
}

function impure({ impure: calls }: ModuleGraph): string[] {
  const found: string[] = []
  for (const [file, names] of calls) {
    if (isTest(file)) continue
    if (/^(domain|sync)\//.test(file)) found.push(`${file}: ${names[0]} is not pure; take it as a value`)
    const reads = names.includes('process.env') && /^(api|web)\//.test(file)
    if (reads && !environmentReaders.has(file)) found.push(`${file}: only api/config.ts reads the environment`)
  }
  return found
}

/** The start-up roots, which hand the environment to the configuration's parser. */
const environmentReaders = new Set([
  'api/config.ts',
  'api/main.ts',
  'api/db/migrate.ts',
  'api/db/verify-register.ts',
  'api/db/demo/main.ts',
])

/** Circles of imports that exist at run time; a circle of types alone binds nothing. */
function circles({ arrows, files }: ModuleGraph): string[] {
  const next = new Map<string, string[]>()
  for (const { from, file, typeOnly } of arrows) {
    if (file !== undefined && !typeOnly && files.has(file)) next.set(from, [...(next.get(from) ?? []), file])
  }
  const done = new Set<string>()
  const found: string[] = []
  const walk = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file)
    if (start >= 0) {
      found.push(`circle: ${[...way.slice(start), file].join(' → ')}`)
      return
    }
    if (done.has(file)) return
    for (const other of next.get(file) ?? []) walk(other, [...way, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  return found
}

/** The public journey stays light: nothing that it reaches leads to Mantine or Dexie. */
function journeyReach({ arrows, files }: ModuleGraph): string[] {
  const seen = new Set([...files].filter((file) => file.startsWith('web/journey/') && !isTest(file)))
  const found: string[] = []
  for (const file of seen) {
    for (const arrow of arrows.filter(({ from, typeOnly }) => from === file && !typeOnly)) {
      if (arrow.file !== undefined && files.has(arrow.file)) seen.add(arrow.file)
      if (/^(@mantine\/|dexie)/.test(arrow.packageName ?? '')) {
        found.push(`the journey reaches ${arrow.packageName} through ${file}`)
      }
    }
  }
  return found
}

function forms({ files }: ModuleGraph): string[] {
  return [...files].flatMap((file) => {
    if (file.startsWith('api/') && file.endsWith('.tsx')) return [`${file}: api holds no .tsx`]
    const name = file.split('/').at(-1) ?? ''
    return /^[a-z0-9_$-]+(\.[a-z0-9-]+)*\.tsx?$/.test(name) ? [] : [`${file}: files are named in kebab-case`]
  })
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}
