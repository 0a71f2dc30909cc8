export interface Plant {
  readonly id: string
  readonly area: string
  readonly what: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
}
export const areas: readonly string[]
export const plants: readonly Plant[]
export function runnerOf(file: string): string | undefined
export function faultOf(plant: Plant, tree: string): string | null
export function missingTests(plant: Plant, tree: string): readonly string[]
export function faultsOfList(list: readonly Plant[], tree: string): readonly string[]
