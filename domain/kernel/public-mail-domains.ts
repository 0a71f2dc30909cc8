/** Domains whose addresses anybody gets from a provider, in the countries of the product and worldwide. */
const publicMailDomains: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com outlook.com outlook.fr outlook.de outlook.be outlook.es outlook.it
  hotmail.com hotmail.fr hotmail.co.uk hotmail.de hotmail.be hotmail.nl hotmail.it hotmail.es
  live.com live.fr live.be live.nl live.co.uk live.de msn.com passport.com
  yahoo.com yahoo.fr yahoo.co.uk yahoo.de yahoo.es yahoo.it yahoo.be ymail.com
  rocketmail.com icloud.com me.com mac.com aol.com aol.fr aol.de gmx.com
  gmx.de gmx.net gmx.at gmx.ch gmx.fr web.de t-online.de freenet.de
  arcor.de posteo.de mailbox.org proton.me protonmail.com protonmail.ch pm.me tutanota.com
  tutanota.de tuta.io tuta.com zoho.com mail.com email.com fastmail.com hey.com
  hushmail.com yandex.com yandex.ru mail.ru bk.ru inbox.ru list.ru qq.com
  163.com 126.com orange.fr wanadoo.fr free.fr sfr.fr neuf.fr laposte.net
  bbox.fr numericable.fr club-internet.fr aliceadsl.fr voila.fr skynet.be proximus.be telenet.be
  scarlet.be voo.be base.be ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl
  xs4all.nl home.nl upcmail.nl chello.nl casema.nl btinternet.com btopenworld.com sky.com
  virginmedia.com ntlworld.com talktalk.net blueyonder.co.uk tiscali.co.uk libero.it virgilio.it alice.it
  tiscali.it tin.it terra.es telefonica.net bluewin.ch sunrise.ch hispeed.ch comcast.net
  verizon.net att.net sbcglobal.net cox.net mailinator.com yopmail.com yopmail.fr guerrillamail.com
  10minutemail.com
  `
    .trim()
    .split(/\s+/),
)

/** Whether a domain is one of a public mail provider, which no organisation has for itself. */
export function isPublicMailDomain(domain: string): boolean {
  return publicMailDomains.has(domain.toLowerCase())
}
