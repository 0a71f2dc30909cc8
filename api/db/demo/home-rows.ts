import type pg from 'pg'
import { translationsOfWords, wordsIn, type Words } from '#domain/kernel/words.ts'
import { picturePath } from '#sync/calls/picture.ts'
import { insertRows } from './insert-rows.ts'
import { drawnBanner } from './drawings/drawn-product.ts'
import { pictureRows } from './drawings/picture-rows.ts'
import { createRandom, type Random } from './random.ts'

const promise: Words = [
  `<h2>Vendez en trois étapes</h2>
<ol>
<li><strong>Estimez</strong> : quelques questions, et le prix s’affiche aussitôt.</li>
<li><strong>Déposez ou envoyez</strong> : en magasin, en point relais ou par la poste, sans frais.</li>
<li><strong>Recevez votre argent</strong> sous 5 jours ouvrés après le contrôle, par virement, bon d’achat ou carte cadeau.</li>
</ol>`,
  `<h2>Sell in three steps</h2>
<ol>
<li><strong>Estimate</strong>: a few questions, and the price shows at once.</li>
<li><strong>Drop it off or send it</strong>: at a store, at a parcel shop or by post, free of charge.</li>
<li><strong>Get your money</strong> within 5 working days of the test, by transfer, voucher or gift card.</li>
</ol>`,
  `<h2>Verkoop in drie stappen</h2>
<ol>
<li><strong>Schat</strong>: enkele vragen, en u ziet meteen de prijs.</li>
<li><strong>Geef af of verstuur</strong>: in de winkel, bij een afhaalpunt of per post, zonder kosten.</li>
<li><strong>Ontvang uw geld</strong> binnen 5 werkdagen na de controle, via overschrijving, waardebon of cadeaukaart.</li>
</ol>`,
  `<h2>In drei Schritten verkaufen</h2>
<ol>
<li><strong>Schätzen</strong>: ein paar Fragen, und der Preis steht sofort da.</li>
<li><strong>Abgeben oder senden</strong>: in der Filiale, im Paketshop oder per Post, kostenlos.</li>
<li><strong>Geld erhalten</strong>, innerhalb von 5 Werktagen nach der Prüfung, per Überweisung, Gutschein oder Geschenkkarte.</li>
</ol>`,
]

const trust: Words = [
  `<h2>Une seconde vie pour vos produits</h2>
<p>Chaque appareil est effacé, contrôlé et reconditionné dans nos ateliers, puis revendu avec une garantie.
S’il ne correspond pas à votre description, nous vous proposons un nouveau prix : vous l’acceptez, ou nous vous le
renvoyons gratuitement.</p>`,
  `<h2>A second life for your products</h2>
<p>Each device is erased, tested and refurbished in our workshops, then sold again with a warranty. If it is not as you
described it, we offer you a new price: you accept it, or we send the device back to you free of charge.</p>`,
  `<h2>Een tweede leven voor uw producten</h2>
<p>Elk toestel wordt in onze ateliers gewist, gecontroleerd en hersteld, en daarna met garantie verkocht. Is het niet
zoals u het beschreef, dan krijgt u een nieuw prijsvoorstel: u aanvaardt het, of wij sturen u het toestel gratis terug.</p>`,
  `<h2>Ein zweites Leben für Ihre Produkte</h2>
<p>Jedes Gerät wird in unseren Werkstätten gelöscht, geprüft und aufbereitet und dann mit Garantie weiterverkauft.
Entspricht es nicht Ihrer Beschreibung, schlagen wir Ihnen einen neuen Preis vor: Sie nehmen ihn an, oder wir senden
Ihnen das Gerät kostenlos zurück.</p>`,
]

const bannerTitle: Words = [
  'Combien vaut votre appareil ?',
  'What is your device worth?',
  'Hoeveel is uw toestel waard?',
  'Was ist Ihr Gerät wert?',
]

const bannerText: Words = [
  'Tapez son nom, scannez son code-barres ou son IMEI : le prix s’affiche en moins d’une minute.',
  'Type its name, scan its barcode or its IMEI: the price shows in less than a minute.',
  'Typ de naam, scan de barcode of het IMEI-nummer: u ziet de prijs in minder dan een minuut.',
  'Namen eingeben, Strichcode oder IMEI scannen: Der Preis steht in weniger als einer Minute da.',
]

const featuredTitle: Words = [
  'Les mieux repris du moment',
  'Best paid at the moment',
  'Nu het best betaald',
  'Derzeit am besten bezahlt',
]

/** A text of the demo's own language with the others beside it. */
function written(words: Readonly<Record<string, Words>>) {
  const own = Object.entries(words).map(([field, each]) => [field, wordsIn(each, 'fr-FR')])
  return {
    ...(Object.fromEntries(own) as Readonly<Record<string, string>>),
    translations: translationsOfWords(words, 'fr-FR'),
  }
}

/** The public home of a retailer: a banner to search from, the best paid products, and what to expect. */
export async function insertHome(
  client: pg.ClientBase,
  random: Random,
  plan: { readonly accountId: string; readonly bornMs: number; readonly pictureSeed: number },
): Promise<void> {
  const { accountId: account_id, bornMs } = plan
  const pictureId = createRandom(plan.pictureSeed).id(bornMs)
  await insertRows(client, 'picture', await pictureRows(account_id, bornMs, [{ id: pictureId, svg: drawnBanner() }]))
  const created_at = new Date(bornMs).toISOString()
  const widget = (position: number, rest: object) => ({
    account_id,
    id: random.id(bornMs + position),
    position,
    title: null,
    text: null,
    html: null,
    image: null,
    created_at,
    version: 1,
    ...rest,
  })
  const widgets = [
    widget(1, {
      type: 'search_banner',
      ...written({ title: bannerTitle, text: bannerText }),
      image: picturePath(pictureId),
    }),
    widget(2, { type: 'featured_products', ...written({ title: featuredTitle }) }),
    widget(3, { type: 'html', ...written({ html: promise }) }),
    widget(4, { type: 'html', ...written({ html: trust }) }),
  ]
  await insertRows(client, 'home_widget', widgets)
  // The best paid product of each category, the dearest categories first.
  await client.query(
    `insert into home_widget_product (account_id, widget_id, product_id, position)
     select $1, $2, product_id, row_number() over (order by best_price_cents desc, product_id) from (
       select distinct on (p.main_category_id) s.product_id, s.best_price_cents from searched_product s
       join product p on p.account_id = s.account_id and p.id = s.product_id
       where s.account_id = $1 and s.best_price_cents is not null
       order by p.main_category_id, s.best_price_cents desc, s.product_id) best
     order by best_price_cents desc, product_id limit 8`,
    [account_id, widgets[1]!.id],
  )
}
