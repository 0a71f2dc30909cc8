import { modules, type Module } from '../organization/module.ts'

/** The module that a sign-in starts in: the one asked for when held, else the first held in the order of the modules. */
export function startingModule(assigned: readonly Module[], asked: Module | undefined): Module | null {
  if (asked !== undefined && assigned.includes(asked)) return asked
  return modules.find((module) => assigned.includes(module)) ?? null
}
