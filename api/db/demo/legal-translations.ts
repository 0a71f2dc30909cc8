import {
  transferOrderVariables,
  variableMark,
  type TransferOrderVariable,
} from '#domain/document/transfer-order-terms.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import type { Writer } from './legal-texts.ts'

const mark = Object.fromEntries(transferOrderVariables.map((name) => [name, variableMark(name)])) as Record<
  TransferOrderVariable,
  string
>

/** What a retailer tells its customers in other languages than French, by the fields of its settings. */
export function legalTranslations({ name, mailDomain }: Writer): Translations {
  const mail = `<a href="mailto:reprise@${mailDomain}">reprise@${mailDomain}</a>`
  return {
    'en-GB': {
      eula: `<h2>Purpose</h2>
<p>These terms govern the use of the trade-in site of ${name}. Having a product estimated is free and binds you to nothing.</p>
<h2>Your account and your data</h2>
<p>You need no account. We use your contact details to handle your trade-in and to pay you; the identity documents that
the law asks for are encrypted and kept for as long as it requires.</p>
<h2>Liability</h2>
<p>You warrant that you own the product and have signed it out of every account before you hand it over to us.</p>`,
      serviceTerms: `<h2>The price</h2>
<p>The price shown depends on your answers and is valid for 15 days. It is confirmed once the product has been tested.</p>
<h2>If the test finds something else</h2>
<p>We offer you a new price, with photos. You accept it, or we send the product back to you free of charge.</p>
<h2>Payment</h2>
<p>It is made within 5 working days of the test, in the way that you have chosen.</p>
<h2>Your personal data on the device</h2>
<p>Back them up, then erase them before you send it. Our workshops erase each device again.</p>`,
      faqAndContact: `<h3>When am I paid?</h3>
<p>Within 5 working days of the test of your product.</p>
<h3>Do I pay for sending it?</h3>
<p>No: we provide the shipping label, and dropping it off in a store is free.</p>
<h3>My product is broken: can I sell it?</h3>
<p>Often you can. Answer the questions frankly: the price takes it into account.</p>
<h3>Write to us</h3>
<p>A question about your trade-in? ${mail}</p>`,
      buybackZeroDescription: `<p>This product can no longer be bought from you, but it deserves better than a drawer.</p>
<p>Drop it off in one of our stores: we recycle it free of charge.</p>`,
      noSearchResultDescription: `<p>No product matches. Check the name of the model, or describe your product to us:
{email}.</p>`,
      terms: [
        `I, the undersigned ${mark.customer_firstname} ${mark.customer_lastname}, certify that I own the product ${mark.product_label}.`,
        `I hereby sell it to ${mark.buyer_long_name}, trade-in partner of ${name}, for ${mark.total_price}, paid by ${mark.payment_type} after testing.`,
        'I certify that this product comes from neither theft nor fraud, and that I have removed my personal data, accounts and lock codes from it.',
        'If the test finds a condition other than the one I declared, I am offered a new price; I may refuse it, and the product is then returned to me free of charge.',
      ].join('\n'),
    },
    'nl-BE': {
      eula: `<h2>Voorwerp</h2>
<p>Deze voorwaarden regelen het gebruik van de overnamesite van ${name}. Een product laten schatten is gratis en verplicht
u tot niets.</p>
<h2>Uw account en uw gegevens</h2>
<p>U hebt geen account nodig. Uw contactgegevens dienen om uw overname te behandelen en u te betalen; de
identiteitsdocumenten die de wet vraagt, worden versleuteld en zo lang bewaard als zij voorschrijft.</p>
<h2>Aansprakelijkheid</h2>
<p>U garandeert dat u eigenaar van het product bent en dat u het van alle accounts hebt losgekoppeld voor u het ons geeft.</p>`,
      serviceTerms: `<h2>De prijs</h2>
<p>De getoonde prijs hangt af van uw antwoorden en blijft 15 dagen geldig. Hij wordt bevestigd na controle van het
product.</p>
<h2>Als de controle iets anders vindt</h2>
<p>Wij doen u een nieuw prijsvoorstel, met foto’s. U aanvaardt het, of wij sturen u het product gratis terug.</p>
<h2>De betaling</h2>
<p>Ze gebeurt binnen 5 werkdagen na de controle, op de manier die u hebt gekozen.</p>
<h2>Uw persoonlijke gegevens in het toestel</h2>
<p>Maak er een kopie van en wis ze voor u het verstuurt. Onze ateliers wissen elk toestel opnieuw.</p>`,
      faqAndContact: `<h3>Wanneer word ik betaald?</h3>
<p>Binnen 5 werkdagen na de controle van uw product.</p>
<h3>Moet ik betalen voor de verzending?</h3>
<p>Nee: u krijgt het verzendetiket van ons, en afgeven in de winkel is gratis.</p>
<h3>Mijn product is stuk, kan ik het verkopen?</h3>
<p>Vaak wel. Antwoord eerlijk op de vragen: de prijs houdt er rekening mee.</p>
<h3>Ons schrijven</h3>
<p>Een vraag over uw overname? ${mail}</p>`,
      buybackZeroDescription: `<p>Voor dit product kunnen wij niets meer betalen, maar het verdient beter dan een lade.</p>
<p>Breng het naar een van onze winkels: wij recycleren het gratis.</p>`,
      noSearchResultDescription: `<p>Geen enkel product komt overeen. Controleer de naam van het model, of beschrijf ons uw
product: {email}.</p>`,
      terms: [
        `Ondergetekende, ${mark.customer_firstname} ${mark.customer_lastname}, verklaart eigenaar te zijn van het product ${mark.product_label}.`,
        `Hierbij verkoop ik het aan ${mark.buyer_long_name}, overnamepartner van ${name}, voor ${mark.total_price}, betaald per ${mark.payment_type} na controle.`,
        'Ik verklaar dat dit product niet van diefstal of oplichting afkomstig is, en dat ik mijn persoonlijke gegevens, accounts en vergrendelcodes eruit heb verwijderd.',
        'Vindt de controle een andere staat dan ik heb verklaard, dan krijg ik een nieuw prijsvoorstel; ik mag het weigeren, en het product wordt mij dan gratis teruggestuurd.',
      ].join('\n'),
    },
    'de-DE': {
      eula: `<h2>Gegenstand</h2>
<p>Diese Bedingungen regeln die Nutzung der Ankaufsseite von ${name}. Eine Schätzung ist kostenlos und verpflichtet Sie zu
nichts.</p>
<h2>Ihr Konto und Ihre Daten</h2>
<p>Sie brauchen kein Konto. Ihre Kontaktdaten dienen dazu, Ihren Verkauf zu bearbeiten und Sie zu bezahlen; die
gesetzlich verlangten Ausweisdokumente werden verschlüsselt und so lange aufbewahrt, wie das Gesetz es vorschreibt.</p>
<h2>Haftung</h2>
<p>Sie versichern, dass Ihnen das Produkt gehört und dass Sie es vor der Übergabe von allen Konten abgemeldet haben.</p>`,
      serviceTerms: `<h2>Der Preis</h2>
<p>Der angezeigte Preis hängt von Ihren Antworten ab und gilt 15 Tage. Er wird nach der Prüfung des Produkts bestätigt.</p>
<h2>Wenn die Prüfung etwas anderes ergibt</h2>
<p>Wir schlagen Ihnen einen neuen Preis vor, mit Fotos. Sie nehmen ihn an, oder wir senden Ihnen das Produkt kostenlos
zurück.</p>
<h2>Die Zahlung</h2>
<p>Sie erfolgt innerhalb von 5 Werktagen nach der Prüfung, so wie Sie es gewählt haben.</p>
<h2>Ihre persönlichen Daten im Gerät</h2>
<p>Sichern Sie sie und löschen Sie sie vor dem Versand. Unsere Werkstätten löschen jedes Gerät noch einmal.</p>`,
      faqAndContact: `<h3>Wann werde ich bezahlt?</h3>
<p>Innerhalb von 5 Werktagen nach der Prüfung Ihres Produkts.</p>
<h3>Kostet der Versand etwas?</h3>
<p>Nein: Das Versandetikett bekommen Sie von uns, und die Abgabe in der Filiale ist kostenlos.</p>
<h3>Mein Produkt ist defekt, kann ich es verkaufen?</h3>
<p>Oft ja. Beantworten Sie die Fragen ehrlich: Der Preis berücksichtigt es.</p>
<h3>Schreiben Sie uns</h3>
<p>Eine Frage zu Ihrem Verkauf? ${mail}</p>`,
      buybackZeroDescription: `<p>Dieses Produkt können wir Ihnen nicht mehr abkaufen, aber für die Schublade ist es zu schade.</p>
<p>Geben Sie es in einer unserer Filialen ab: Wir recyceln es kostenlos.</p>`,
      noSearchResultDescription: `<p>Kein Produkt passt. Prüfen Sie den Namen des Modells, oder beschreiben Sie uns Ihr
Produkt: {email}.</p>`,
      terms: [
        `Hiermit erkläre ich, ${mark.customer_firstname} ${mark.customer_lastname}, Eigentümer des Produkts ${mark.product_label} zu sein.`,
        `Ich verkaufe es an ${mark.buyer_long_name}, Ankaufspartner von ${name}, zum Preis von ${mark.total_price}, zahlbar per ${mark.payment_type} nach der Prüfung.`,
        'Ich versichere, dass dieses Produkt weder aus Diebstahl noch aus Betrug stammt und dass ich meine persönlichen Daten, Konten und Sperrcodes daraus entfernt habe.',
        'Ergibt die Prüfung einen anderen Zustand als von mir angegeben, wird mir ein neuer Preis vorgeschlagen; ich kann ihn ablehnen und erhalte das Produkt dann kostenlos zurück.',
      ].join('\n'),
    },
  }
}

/** What it says about cookies. */
export const cookiesTranslations: Translations = {
  'en-GB': {
    cookiesPolicy: `<h2>What we keep on your device</h2>
<p>Your cart and your answers stay in your browser, for 30 days at most, so that you can go on where you left off.</p>
<h2>Audience measurement</h2>
<p>Nothing is measured until you have agreed, and you can change your mind at any time.</p>`,
  },
  'nl-BE': {
    cookiesPolicy: `<h2>Wat wij op uw toestel bewaren</h2>
<p>Uw winkelmandje en uw antwoorden blijven in uw browser, hoogstens 30 dagen, zodat u kunt verdergaan waar u was.</p>
<h2>Meting van het bezoek</h2>
<p>Er wordt niets gemeten zolang u het niet hebt aanvaard, en u kunt altijd van mening veranderen.</p>`,
  },
  'de-DE': {
    cookiesPolicy: `<h2>Was wir auf Ihrem Gerät speichern</h2>
<p>Ihr Warenkorb und Ihre Antworten bleiben in Ihrem Browser, höchstens 30 Tage, damit Sie weitermachen können, wo Sie
aufgehört haben.</p>
<h2>Reichweitenmessung</h2>
<p>Gemessen wird nichts, solange Sie nicht zugestimmt haben, und Sie können es sich jederzeit anders überlegen.</p>`,
  },
}
