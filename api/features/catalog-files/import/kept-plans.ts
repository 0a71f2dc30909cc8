import type { OpenPlan } from './write-next.ts'

/** An import of an account; the id alone says nothing, because clients give it. */
interface PlanKey {
  readonly accountId: string
  readonly id: string
}

/** Files that are being written, as they were read: under the same account and id it is the same file. */
export interface KeptPlans {
  get(key: PlanKey): OpenPlan | undefined
  put(key: PlanKey, plan: OpenPlan): void
  drop(key: PlanKey): void
  /** Drops all files of an account, and of no other. */
  dropAll(accountId: string): void
}

/** Keeps so many files; the one that was used longest ago goes first, as does that of a job which never came back. */
export function keepPlans(most: number): KeptPlans {
  const kept = new Map<string, OpenPlan>()
  const named = ({ accountId, id }: PlanKey) => `${accountId} ${id}`
  const put: KeptPlans['put'] = (key, plan) => {
    kept.delete(named(key))
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    kept.set(named(key), plan)
  }
  return {
    get: (key) => {
      const plan = kept.get(named(key))
      if (plan !== undefined) put(key, plan)
      return plan
    },
    put,
    drop: (key) => void kept.delete(named(key)),
    dropAll: (accountId) => {
      for (const name of kept.keys()) if (name.startsWith(`${accountId} `)) kept.delete(name)
    },
  }
}
