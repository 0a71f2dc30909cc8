import type { confirmCorrectionCall, readCorrectionCall } from '#sync/calls/buyback-correction.ts'
import type { CorrectionScreenProps } from '../screens/tracking/correction-screen.tsx'
import { apiOf } from './loading.ts'

/** What the link of a mail would correct, and the way to make it so. */
export async function correctionLoader(context: object, token: string): Promise<CorrectionScreenProps> {
  const api = apiOf(context)
  const params = { token }
  const read = () => api.get<typeof readCorrectionCall>('/api/corrections/{token}', { params })
  return {
    correction: await read(),
    read,
    confirm: () => api.post<typeof confirmCorrectionCall>('/api/corrections/{token}/confirm', { params }),
  }
}
