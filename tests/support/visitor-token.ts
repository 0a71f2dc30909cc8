import type { TestApi } from './api.ts'

/** The token of a new visitor of the public site at an address. */
export async function visitorToken(api: TestApi, url = 'https://retailer.example/'): Promise<string> {
  const body = new URLSearchParams({ url })
  const response = await api.request('/api/webtoken-with-account-and-ord', { method: 'POST', body })
  return ((await response.json()) as { readonly token: string }).token
}
