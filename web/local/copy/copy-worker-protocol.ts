import type { Config } from '#sync/wire/pull.ts'
import type { CopyInfo } from './copy-rows.ts'
import type { CopyRead, CopyStore } from './copy-store.ts'

type Call<Method extends keyof CopyStore, Args extends readonly unknown[]> = {
  readonly id: number
  readonly method: Method
  readonly args: Args
}

/** A call of the copy from a page to its worker. */
export type CopyRequest =
  | Call<'open', Parameters<CopyStore['open']>>
  | Call<'read', Parameters<CopyStore['read']>>
  | Call<'list', Parameters<CopyStore['list']>>
  | Call<'listIds', Parameters<CopyStore['listIds']>>
  | Call<'history', Parameters<CopyStore['history']>>
  | Call<'keepHistory', Parameters<CopyStore['keepHistory']>>
  | Call<'outdatedHistories', Parameters<CopyStore['outdatedHistories']>>
  | Call<'fetchHistories', Parameters<CopyStore['fetchHistories']>>
  | Call<'stageSnapshot', readonly [Parameters<CopyStore['stageSnapshot']>[0]]>
  | Call<'commitSnapshot', Parameters<CopyStore['commitSnapshot']>>
  | Call<'applyPull', Parameters<CopyStore['applyPull']>>
  | Call<'refresh', readonly []>
  | Call<'close', readonly []>

/** Asks a worker that has been silent for long whether it is there; it answers as at its beginning. */
export interface CopyPing {
  readonly isPing: true
}

/**
 * What the worker says: first that it is there, then its answers. Copying the configuration between the two takes longer than finding an item, so that it
 * comes beside the value, and only where it is another one than last time.
 */
export type CopyReply =
  | { readonly kind: 'ready' }
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown; readonly config?: Config }
  | { readonly id: number; readonly kind: 'progress'; readonly rows: number }
  | { readonly id: number; readonly kind: 'failed'; readonly name: string; readonly message: string }

/** Methods whose answer holds the configuration of the copy. */
type Informing = 'open' | 'read' | 'commitSnapshot' | 'refresh'

function isInforming(method: CopyRequest['method']): method is Informing {
  return method === 'open' || method === 'read' || method === 'commitSnapshot' || method === 'refresh'
}

type Bare = Omit<CopyInfo, 'config'>

/** Takes the configuration out of answers, in the order in which they are sent. */
export function createConfigTaker() {
  let sent: Config | null = null
  function bare({ config, ...rest }: CopyInfo): { readonly rest: Bare; readonly config?: Config } {
    if (config === sent) return { rest }
    sent = config
    return { rest, config }
  }
  return (method: CopyRequest['method'], value: unknown): { readonly value: unknown; readonly config?: Config } => {
    if (!isInforming(method) || value === null) return { value }
    if (method !== 'read') {
      const { rest, ...config } = bare(value as CopyInfo)
      return { value: rest, ...config }
    }
    const read = value as CopyRead
    const { rest, ...config } = bare(read.info)
    return { value: { ...read, info: rest }, ...config }
  }
}

/** Puts it back, in the order in which they come. */
export function createConfigGiver() {
  let last: Config | undefined
  return (method: CopyRequest['method'], value: unknown, config: Config | undefined): unknown => {
    last = config ?? last
    if (!isInforming(method) || value === null) return value
    if (method !== 'read') return { ...(value as Bare), config: last }
    const read = value as { readonly info: Bare }
    return { ...read, info: { ...read.info, config: last } }
  }
}
