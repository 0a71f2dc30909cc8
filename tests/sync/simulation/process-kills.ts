import type { Flaws } from './schedule.ts'
import { playScript, type Played, type Script, type Variation } from './script.ts'
import { firstDifference } from './script-summary.ts'
import type { SharedDatabase } from './sim-databases.ts'

/** Where one process of a play is killed: before or after one of a device's commits. */
export type Kill = NonNullable<Variation['kill']>

/** All the places at which a process of a play can be killed so that it shows: what lasts changes at commits alone. */
export function everyKill({ commits }: Played): readonly Kill[] {
  return commits.flatMap((count, device) =>
    Array.from({ length: count }, (_, commit) => commit).flatMap((commit) =>
      (['crash-before', 'crash-after'] as const).map((verdict) => ({ device, verdict, commit })),
    ),
  )
}

/** Plays a script with one process killed; answers the first thing that ends differently, or that the play broke. */
export async function differenceAfter(
  databases: SharedDatabase,
  seed: number,
  script: Script,
  whole: Played,
  kill: Kill,
  flaws?: Flaws,
): Promise<string | null> {
  const variation = { kill, ...(flaws === undefined ? {} : { flaws }) }
  const difference = await playScript(databases, seed, script, variation).then(
    ({ lines }) => firstDifference(whole.lines, lines),
    (error: unknown) => String(error),
  )
  return difference === null
    ? null
    : `seed ${seed}, ${kill.verdict} ${kill.commit} of device ${kill.device}: ${difference}`
}
