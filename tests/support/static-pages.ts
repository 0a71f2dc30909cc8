import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** A built page on a port of its own. */
export interface StaticPages {
  readonly address: string
  /** Addresses that were asked for, in order. */
  readonly requested: readonly string[]
  stop(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
}

/** Builds one page of `tests/e2e/pages` as the app is built, and serves it with the app's content security policy. */
export async function serveTestPage(name: string): Promise<StaticPages> {
  const folder = await mkdtemp(path.join(tmpdir(), 'page-'))
  const root = path.join(import.meta.dirname, '..', 'e2e', 'pages')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: path.join(root, name) },
    },
  })
  const requested: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requested.push(pathname)
    readFile(path.join(folder, path.normalize(pathname))).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': types[path.extname(pathname)] ?? 'application/octet-stream',
            'content-security-policy':
              "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'",
            'permissions-policy': 'camera=(self)',
          })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://localhost:${port}/${name}`,
    requested,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
