/** Whose texts they are. */
export interface Writer {
  readonly name: string
  readonly mailDomain: string
}

/** What a retailer tells its customers, as the columns of its settings. */
export function legalTexts({ name, mailDomain }: Writer) {
  return {
    eula: `<h2>Objet</h2>
<p>Les présentes conditions régissent l’utilisation du site de reprise de ${name}. Estimer un produit est gratuit et
n’engage à rien.</p>
<h2>Votre compte et vos données</h2>
<p>Aucun compte n’est nécessaire. Vos coordonnées servent à traiter votre reprise et à vous payer ; les pièces
d’identité demandées par la loi sont chiffrées et conservées le temps qu’elle prévoit.</p>
<h2>Responsabilité</h2>
<p>Vous garantissez être propriétaire du produit et l’avoir dissocié de tout compte avant de nous le remettre.</p>`,
    service_terms: `<h2>Le prix</h2>
<p>Le prix affiché dépend de vos réponses et reste valable 15 jours. Il est confirmé après contrôle du produit.</p>
<h2>Si le contrôle trouve autre chose</h2>
<p>Nous vous proposons un nouveau prix, photos à l’appui. Vous l’acceptez, ou nous vous renvoyons le produit sans
frais.</p>
<h2>Le paiement</h2>
<p>Il est versé dans les 5 jours ouvrés qui suivent le contrôle, selon le mode que vous avez choisi.</p>
<h2>Vos données personnelles dans l’appareil</h2>
<p>Sauvegardez-les puis effacez-les avant l’envoi. Nos ateliers effacent de nouveau chaque appareil.</p>`,
    faq_and_contact: `<h3>Quand suis-je payé ?</h3>
<p>Dans les 5 jours ouvrés qui suivent le contrôle de votre produit.</p>
<h3>L’envoi est-il payant ?</h3>
<p>Non : l’étiquette de transport est fournie, et le dépôt en magasin est gratuit.</p>
<h3>Mon produit est cassé, puis-je le vendre ?</h3>
<p>Souvent oui. Répondez aux questions avec franchise : le prix en tient compte.</p>
<h3>Nous écrire</h3>
<p>Une question sur votre reprise ? <a href="mailto:reprise@${mailDomain}">reprise@${mailDomain}</a></p>`,
    buyback_zero_description: `<p>Ce produit ne peut plus être repris contre un paiement, mais il mérite mieux qu’un tiroir.</p>
<p>Déposez-le dans l’un de nos magasins : nous le recyclons gratuitement.</p>`,
    no_search_result_description: `<p>Aucun produit ne correspond. Vérifiez le nom du modèle, ou décrivez-nous votre produit :
{email}.</p>`,
  }
}

/** What a retailer says about cookies. */
export const cookiesPolicy = `<h2>Ce que nous gardons sur votre appareil</h2>
<p>Votre panier et vos réponses restent dans votre navigateur, 30 jours au plus, pour que vous puissiez reprendre où
vous en étiez.</p>
<h2>Mesure d’audience</h2>
<p>Rien n’est mesuré tant que vous ne l’avez pas accepté, et vous pouvez changer d’avis à tout moment.</p>`
