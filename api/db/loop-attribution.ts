import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose work runs: the route or the job, and where it notes that it runs. */
interface Holder {
  readonly name: string
  readonly noted: (name: string) => void
}

const holders = new AsyncLocalStorage<Holder>()

/** Does work under the name by which a held event loop is told. */
export function attributedTo<Result>(holder: Holder, work: () => Result): Result {
  return holders.run(holder, () => {
    holder.noted(holder.name)
    return work()
  })
}

/** Notes that the work in hand goes on after a wait, so that a loop held from here on is told as its doing. */
export function noteCurrentWork(): void {
  const holder = holders.getStore()
  holder?.noted(holder.name)
}
