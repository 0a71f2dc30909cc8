import type { WhiteLabel } from '#sync/calls/journey.ts'

/** What the consent tool tells of a word that it has saved: each vendor by its name. */
interface SavedConsent {
  readonly preferences?: { readonly vendors?: Readonly<Record<string, unknown>> }
}

interface ConsentTool {
  on(event: 'consent:saved', told: (saved: SavedConsent) => void): void
}

/** Starts the account's consent tool and tag manager, each where its id is configured (PUB-39). */
export function startThirdPartyScripts({ axeptioId, tagManagerId }: WhiteLabel): void {
  const others = window as unknown as {
    axeptioSettings?: object
    _axcb?: ((tool: ConsentTool) => void)[]
    dataLayer?: object[]
  }
  if (axeptioId !== null) {
    others.axeptioSettings = { clientId: axeptioId }
    others._axcb ??= []
    others._axcb.push((tool) => tool.on('consent:saved', reloadForAnalytics))
    load('https://static.axept.io/sdk.js')
  }
  if (tagManagerId !== null) {
    others.dataLayer ??= []
    others.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`)
  }
}

/** What is counted begins with a page: where the vendor of analytics is accepted, it is loaded again (PUB-43). */
function reloadForAnalytics({ preferences }: SavedConsent): void {
  const vendors = Object.entries(preferences?.vendors ?? {})
  if (vendors.some(([name, isAccepted]) => isAccepted === true && /analytics/i.test(name))) location.reload()
}

function load(address: string): void {
  if (document.querySelector(`script[src="${address}"]`) !== null) return
  const script = document.createElement('script')
  script.src = address
  script.async = true
  document.head.append(script)
}
