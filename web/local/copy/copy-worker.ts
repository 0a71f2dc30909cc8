import { createConfigTaker, type CopyPing, type CopyReply, type CopyRequest } from './copy-worker-protocol.ts'
import { createBrowserPorts } from '#web/local/engine/browser-ports.ts'
import { createCopyStore, type CopyStore } from './copy-store.ts'

// A worker of one page: it holds the packed rows, so that their weight never stops the screen.
const worker = globalThis as unknown as DedicatedWorkerGlobalScope
const store = createCopyStore(createBrowserPorts())
const takeConfig = createConfigTaker()

worker.addEventListener('message', ({ data }: MessageEvent<CopyRequest | CopyPing>) => {
  const reply = (message: CopyReply): void => worker.postMessage(message)
  if ('isPing' in data) return reply({ kind: 'ready' })
  run(store, data, (rows) => reply({ id: data.id, kind: 'progress', rows })).then(
    (value) => reply({ id: data.id, kind: 'done', ...takeConfig(data.method, value) }),
    (error: unknown) => reply({ id: data.id, kind: 'failed', ...describe(error) }),
  )
})

worker.postMessage({ kind: 'ready' } satisfies CopyReply)

async function run(copy: CopyStore, request: CopyRequest, progress: (rows: number) => void): Promise<unknown> {
  switch (request.method) {
    case 'open':
      return copy.open(...request.args)
    case 'read':
      return copy.read(...request.args)
    case 'list':
      return copy.list(...request.args)
    case 'listIds':
      return copy.listIds(...request.args)
    case 'history':
      return copy.history(...request.args)
    case 'keepHistory':
      return copy.keepHistory(...request.args)
    case 'outdatedHistories':
      return copy.outdatedHistories(...request.args)
    case 'fetchHistories':
      return copy.fetchHistories(...request.args)
    case 'stageSnapshot':
      return copy.stageSnapshot(request.args[0], progress)
    case 'commitSnapshot':
      return copy.commitSnapshot(...request.args)
    case 'applyPull':
      return copy.applyPull(...request.args)
    case 'refresh':
      return copy.refresh()
    case 'close':
      return copy.close()
  }
}

// The name that says what the storage refused may lie one deeper.
function describe(error: unknown): { readonly name: string; readonly message: string } {
  const inner = typeof error === 'object' && error !== null && 'inner' in error ? error.inner : null
  const cause = inner instanceof Error || inner instanceof DOMException ? inner : error
  return cause instanceof Error || cause instanceof DOMException
    ? { name: cause.name, message: cause.message }
    : { name: 'UnknownError', message: String(cause) }
}
