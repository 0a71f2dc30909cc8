/** What is known of jobs begins with this key. */
export const jobKey = ['job'] as const
/** How often the page looks again while it is open. */
export const jobRefetchMs = 10_000
