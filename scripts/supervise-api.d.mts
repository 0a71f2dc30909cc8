import type { ChildProcess } from 'node:child_process'

export function superviseApi(options: {
  readonly start: () => Pick<ChildProcess, 'once' | 'kill' | 'pid' | 'exitCode' | 'signalCode'>
  /** Waits until it answers; false where it never does, or `isOver` says so before. */
  readonly isReady: (isOver: () => boolean) => Promise<boolean>
  readonly told: (sentence: string) => void
  readonly failed: (how: string) => void
  readonly waitFor?: (ms: number) => Promise<unknown>
  readonly now?: () => number
}): {
  readonly ready: Promise<void>
  kill(signal: NodeJS.Signals): void
  end(drainMs: number): Promise<void>
}
