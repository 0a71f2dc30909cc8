import type { WhiteLabel } from '#sync/calls/journey.ts'

/** Starts the account's consent tool and tag manager, each where its id is configured (PUB-39). */
export function startOthers({ axeptioId, tagManagerId }: WhiteLabel): void {
  const others = window as unknown as { axeptioSettings?: object; dataLayer?: object[] }
  if (axeptioId !== null) {
    others.axeptioSettings = { clientId: axeptioId }
    load('https://static.axept.io/sdk.js')
  }
  if (tagManagerId !== null) {
    others.dataLayer ??= []
    others.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`)
  }
}

function load(address: string): void {
  if (document.querySelector(`script[src="${address}"]`) !== null) return
  const script = document.createElement('script')
  script.src = address
  script.async = true
  document.head.append(script)
}
