import type { listTrackedDocumentsCall } from '#sync/calls/buyback-document.ts'
import type { readTrackingCall } from '#sync/calls/buyback-detail.ts'
import type { cancelTrackedCall } from '#sync/calls/buyback-cancel.ts'
import type { askCorrectionCall } from '#sync/calls/buyback-correction.ts'
import type { changePickupCall, trackedSlotsCall } from '#sync/calls/buyback-pickup.ts'
import type { CorrectionScreenProps } from '../screens/tracking/correction-screen.tsx'
import type { TrackingProps } from '../screens/tracking/tracking-screen.tsx'
import { apiOf } from './loading.ts'
import { correctionLoader } from './tracking-correction-loader.ts'

/** What a private link about a buyback shows: where it stands, or what the link of a mail would correct of it. */
export async function trackingLoader(context: object, token: string): Promise<TrackingProps | CorrectionScreenProps> {
  return token.startsWith('c_') ? correctionLoader(context, token) : buybackLoader(context, token)
}

/** A buyback behind the private link of its customer, with its papers. */
async function buybackLoader(context: object, token: string): Promise<TrackingProps> {
  const api = apiOf(context)
  const tracking = await api.get<typeof readTrackingCall>('/api/tracking/{token}', { params: { token } })
  const { documents } = await api.get<typeof listTrackedDocumentsCall>('/api/tracking/{token}/documents', {
    params: { token },
  })
  const base = `/api/tracking/${encodeURIComponent(token)}`
  return {
    tracking,
    token,
    slots: {
      read: async () =>
        (await api.get<typeof trackedSlotsCall>('/api/tracking/{token}/slots', { params: { token } })).slots,
      choose: ({ day, opens }) =>
        api.post<typeof changePickupCall>('/api/tracking/{token}/slot', { params: { token }, body: { day, opens } }),
    },
    sendCancel: (reason) =>
      api.post<typeof cancelTrackedCall>('/api/tracking/{token}/cancel', { params: { token }, body: { reason } }),
    askCorrection: (body) =>
      api.post<typeof askCorrectionCall>('/api/tracking/{token}/corrections', { params: { token }, body }),
    papers: {
      documents,
      addressOf: (kind) => `${base}/documents/${kind}.pdf`,
      askLabel: async (signal) => (await fetch(`${base}/shipping-label`, { method: 'HEAD', signal })).status,
    },
  }
}
