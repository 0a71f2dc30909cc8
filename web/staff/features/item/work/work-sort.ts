/** Orders of the work queue: by promised day and then by age, or by age alone; each begins with what waits longest. */
export const workSorts = ['urgency', 'createdAt'] as const
export type WorkSort = (typeof workSorts)[number]
