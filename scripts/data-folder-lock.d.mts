export interface LockHolder {
  readonly pid: number
  readonly startTime: string
}
export function lockHolder(folder: string): LockHolder | undefined
export function takeLock(folder: string, details?: object): { holder?: LockHolder; release?: () => void }
