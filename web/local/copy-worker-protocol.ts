import type { CopyStore } from './copy-store.ts'

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
  | Call<'stageSnapshot', readonly [Parameters<CopyStore['stageSnapshot']>[0]]>
  | Call<'commitSnapshot', Parameters<CopyStore['commitSnapshot']>>
  | Call<'applyPull', Parameters<CopyStore['applyPull']>>
  | Call<'refresh', readonly []>
  | Call<'close', readonly []>

/** What the worker answers. */
export type CopyReply =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'progress'; readonly rows: number }
  | { readonly id: number; readonly kind: 'failed'; readonly name: string; readonly message: string }
