import type pg from 'pg'
import { picturePath } from '#sync/calls/picture.ts'
import { insertRows } from './insert-rows.ts'
import { drawnBanner } from './drawings/drawn-product.ts'
import { pictureRows } from './drawings/picture-rows.ts'
import { createRandom, type Random } from './random.ts'

const promise = `<h2>Vendez en trois étapes</h2>
<ol>
<li><strong>Estimez</strong> : quelques questions, et le prix s’affiche aussitôt.</li>
<li><strong>Déposez ou envoyez</strong> : en magasin, en point relais ou par la poste, sans frais.</li>
<li><strong>Recevez votre argent</strong> sous 5 jours ouvrés après le contrôle, par virement, bon d’achat ou carte cadeau.</li>
</ol>`

const trust = `<h2>Une seconde vie pour vos produits</h2>
<p>Chaque appareil est effacé, contrôlé et reconditionné dans nos ateliers, puis revendu avec une garantie.
S’il ne correspond pas à votre description, nous vous proposons un nouveau prix : vous l’acceptez, ou nous vous le
renvoyons gratuitement.</p>`

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
      title: 'Combien vaut votre appareil ?',
      text: 'Tapez son nom, scannez son code-barres ou son IMEI : le prix s’affiche en moins d’une minute.',
      image: picturePath(pictureId),
    }),
    widget(2, { type: 'featured_products', title: 'Les mieux repris du moment' }),
    widget(3, { type: 'html', html: promise }),
    widget(4, { type: 'html', html: trust }),
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
