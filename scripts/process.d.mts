export const projectRoot: string
export class Sentence extends Error {
  constructor(sentence: string)
  readonly sentence: string
}
export function projectNode(): string
export function projectEnvironment(extra?: Readonly<Record<string, string>>): NodeJS.ProcessEnv
export function isAlive(pid: number): boolean
export function startTimeOf(pid: number): string
export function isSameProcess(process: { readonly pid: number; readonly startTime: string }): boolean
export function wait(ms: number): Promise<void>
export function waitUntil(condition: () => unknown, timeoutMs: number, everyMs?: number): Promise<boolean>
