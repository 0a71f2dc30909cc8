/** How clients of the product search wait for it (CAT-48): for one answer, between tries, and how often they try again. */
export const searchConnection = { timeoutMs: 2_000, retries: 5, pauseMs: 200 } as const
