import type pg from 'pg'

/**
 * Runs the work of a queue for one thing, and says of the job that waits for it what the runner would: taken, and then
 * done, due again, or out of tries. Time is not waited for. Rejects as the work does.
 */
export async function runQueued(
  owner: Pick<pg.Pool, 'query'>,
  queue: string,
  data: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `update pgboss.job set state = 'active', retry_count = retry_count + case when started_on is null then 0 else 1 end,
       started_on = now()
     where id = (select id from pgboss.job where name = $1 and data = $2::jsonb and state < 'active'
       order by created_on, id limit 1 for update skip locked) and state < 'active'
     returning id`,
    [queue, JSON.stringify(data)],
  )
  const end = async (isDone: boolean) => {
    if (rows[0] === undefined) return
    await owner.query(
      `update pgboss.job set completed_on = case when $2 or retry_count >= retry_limit then now() end,
         state = (case when $2 then 'completed' when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state
       where id = $1 and state = 'active'`,
      [rows[0].id, isDone],
    )
  }
  try {
    await work()
  } catch (error) {
    await end(false)
    throw error
  }
  await end(true)
}

/** The jobs of a queue for one thing by their states, the oldest first. */
export async function jobsOf(
  owner: Pick<pg.Pool, 'query'>,
  queue: string,
  data: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { rows } = await owner.query<{ state: string }>(
    'select state from pgboss.job where name = $1 and data @> $2::jsonb order by created_on, id',
    [queue, JSON.stringify(data)],
  )
  return rows.map(({ state }) => state)
}
