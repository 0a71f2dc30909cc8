import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { createEntryDocument } from './api/http/entry-document.ts'
import { journeyRoutes } from './web/journey/routes.ts'
import { staffPaths, staffRoutes } from './web/staff/routes.ts'
import { createChunkNames } from './vite.chunks.ts'

const root = path.join(import.meta.dirname, 'web')
const outDir = path.join(import.meta.dirname, 'dist')
const api = process.env.API_URL
const preview = process.env.VITE_OUT_DIR

/** One entry of Vite's build manifest, as far as the precache and the server's renderer need it. */
interface BuiltChunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}
type BuiltManifest = Readonly<Record<string, BuiltChunk>>

/**
 * Names of classes: the class and its file alone. Every page of the site loads the names of all its screens, to which
 * the line that Vite adds is a share that does not compress. Browser and server name them alike.
 */
const css = {
  modules: {
    generateScopedName: (name: string, file: string) => {
      const [place = ''] = path.relative(root, file).split('?')
      return `${name}_${createHash('sha256').update(place.replaceAll('\\', '/')).digest('hex').slice(0, 6)}`
    },
  },
}

function router(entry: 'journey' | 'staff') {
  return tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    virtualRouteConfig: entry === 'staff' ? staffRoutes : journeyRoutes,
    routesDirectory: `./${entry}/app/routes`,
    generatedRouteTree: `./${entry}/app/route-tree.gen.ts`,
    addExtensions: '.tsx',
    disableLogging: true,
  })
}

// A build that failed writes no manifest, and its own error is the one to show.
async function readManifest(folder: string): Promise<BuiltManifest | null> {
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as BuiltManifest)
}

/** Every file that an entry can ever ask for; with `lazy` off, only what its first page needs. */
function closureOf(manifest: BuiltManifest, entry: string, lazy: boolean): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(lazy ? (chunk.dynamicImports ?? []) : [])]) visit(next)
  }
  visit(entry)
  return files
}

/** What each public path loads beside the first page's files, by the path as the router names it. */
function scriptsByPath(
  manifest: BuiltManifest,
  fileOf: ReadonlyMap<string, string>,
): Record<string, readonly string[]> {
  const pages = journeyRoutes.children?.flatMap((node) => (node.type === 'layout' ? (node.children ?? []) : [node]))
  return Object.fromEntries(
    (pages ?? []).flatMap((node) => {
      if (node.type !== 'route') return []
      const module = `journey/app/routes/${node.file}?tsr-split=component`
      // A page that lies in a file of several has no name of its own in the manifest.
      const name =
        module in manifest ? module : Object.keys(manifest).find((key) => manifest[key]!.file === fileOf.get(module))
      // A page that only leads elsewhere has no component, and so no file.
      const files = name === undefined ? [] : closureOf(manifest, name, false)
      return [[node.path, [...files].filter((file) => file.endsWith('.js'))]]
    }),
  )
}

/** The files that a built document names. */
function filesIn(document: string, pattern: RegExp): string[] {
  return [...document.matchAll(pattern)].flatMap(([, file]) => file ?? [])
}

/**
 * Every file that the back office can ask for. The bundler drops an entry whose modules all lie in chunk groups, so that
 * its document is what says where to begin.
 */
async function filesOfStaff(folder: string): Promise<Set<string>> {
  const manifest = (await readManifest(folder)) ?? {}
  const document = await readFile(path.join(folder, 'staff', 'index.html'), 'utf8')
  const names = Object.keys(manifest).filter((name) => document.includes(`src="/${manifest[name]!.file}"`))
  if (names.length === 0)
    throw new Error('staff/index.html names no script of the manifest: nothing would be precached')
  const closures = names.map((name) => closureOf(manifest, name, true))
  return new Set(closures.flatMap((files) => [...files]))
}

/** Builds the journey's server renderer after the browser's files, whose names and styles go into it. */
function journeyRenderer(folder: string): Plugin {
  /** The built file of each page's module, as the bundler last said. */
  const fileOf = new Map<string, string>()
  return {
    name: 'reprise:journey-renderer',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    writeBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : [])
          if (id.endsWith('?tsr-split=component')) fileOf.set(path.relative(root, id), chunk.fileName)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const manifest = await readManifest(folder)
        if (manifest === null) return
        const page = await readFile(path.join(folder, 'journey', 'index.html'), 'utf8')
        const scripts = filesIn(page, /<script [^>]*src="\/([^"]+)"/g)
        const styles = await Promise.all(
          filesIn(page, /<link rel="stylesheet"[^>]*href="\/([^"]+)"/g).map((file) =>
            readFile(path.join(folder, file), 'utf8'),
          ),
        )
        // The last script is the entry; the others are those that it imports.
        const script = scripts.at(-1)
        if (script === undefined) throw new Error('journey/index.html names no script')
        const document = {
          script,
          preloads: scripts,
          styles: styles.join('\n'),
          routes: scriptsByPath(manifest, fileOf),
          staffPaths,
        }
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          define: { __JOURNEY_DOCUMENT__: JSON.stringify(document), 'process.env.NODE_ENV': '"production"' },
          plugins: [react()],
          css,
          ssr: { noExternal: true },
          build: {
            ssr: path.join(root, 'journey', 'server.tsx'),
            outDir: path.join(folder, 'server'),
            emptyOutDir: true,
            target: 'node24',
            rolldownOptions: { output: { entryFileNames: 'server.js' } },
          },
        })
      },
    },
  }
}

/**
 * Names the parts of the back office in its document, the floor's among them, for every page of a device asks for it
 * next. They are asked for as scripts, not as modules: Chromium (156) takes the compiled code that it keeps beside a
 * file of the cache for a script so announced, and compiles a module anew at each start.
 */
function staffPreloads(): Plugin {
  return {
    name: 'reprise:staff-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(document, { bundle, filename }) {
        if (!filename.endsWith(path.join('staff', 'index.html'))) return document
        const floor = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'floor')
        if (floor?.type !== 'chunk')
          throw new Error('there is no chunk of the floor: its name or its roots have changed')
        const named = filesIn(
          document,
          /<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="\/([^"]+)"/g,
        )
        const files = new Set([...named, floor.fileName, ...floor.imports])
        return {
          html: document.replaceAll(/ *<link rel="modulepreload"[^>]*>\n?/g, ''),
          tags: [...files].map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'script', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend' as const,
          })),
        }
      },
    },
  }
}

// What these parts say is compiled whole at first: the code that Chromium keeps is made once, when a part has been
// evaluated, and holds no function that was not compiled by then.
const officeParts: ReadonlySet<string> = new Set(['staff', 'floor'])

function serviceWorker(folder: string) {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['staff/index.html', 'assets/**/*', 'icons/*', 'app.webmanifest', 'early-keys.js', 'supported.js'],
      maximumFileSizeToCacheInBytes: 6_000_000,
      manifestTransforms: [
        async (entries) => {
          const closure = await filesOfStaff(folder)
          // Passwords are chosen with a network.
          const offline = entries.filter(({ url }) => !url.includes('common-passwords'))
          const kept = offline.filter(
            ({ url }) => !url.startsWith('assets/') || closure.has(url) || /\.wasm$|worker[^/]*\.js$/.test(url),
          )
          return { manifest: kept }
        },
      ],
    },
    devOptions: { enabled: false },
  })
}

export default defineConfig(() => {
  const folder = preview ?? outDir
  return {
    root,
    publicDir: '../public',
    cacheDir: path.join(import.meta.dirname, 'node_modules', '.vite'),
    plugins: [
      router('journey'),
      router('staff'),
      react(),
      staffPreloads(),
      serviceWorker(folder),
      journeyRenderer(folder),
      devDocuments(),
    ],
    css,
    resolve: {
      // React has had the hook itself since 18: the stand-in for older ones would be loaded by every page.
      alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
    },
    worker: { format: 'es' as const },
    optimizeDeps: { exclude: ['zxing-wasm'] },
    server: { proxy: api ? { '/api': api, '/mailbox': api } : {} },
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'baseline-widely-available',
      reportCompressedSize: false,
      // The staff app is fetched once, by its service worker; what a visitor loads has bounds of its own in the tests.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: {
          journey: path.join(root, 'journey', 'index.html'),
          staff: path.join(root, 'staff', 'index.html'),
        },
        output: {
          postBanner: ({ name }) => (officeParts.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: createChunkNames(), debugName: 'parts of the app' }],
          },
        },
      },
    },
  }
})

/** In development Vite answers navigations itself, by the same table as the server. */
function devDocuments(): Plugin {
  return {
    name: 'reprise:dev-documents',
    apply: 'serve',
    configureServer(server) {
      const entryDocument = createEntryDocument(staffPaths)
      server.middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        const navigation = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
        if (navigation && !/^\/(api|mailbox|@|node_modules)/.test(pathname)) {
          const signedIn = /(?:^|; )[^=]*session=/.test(request.headers.cookie ?? '')
          request.url = `/${entryDocument(pathname, signedIn)}/index.html`
        }
        next()
      })
    },
  }
}
