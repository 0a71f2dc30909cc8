// Says in a sentence what an older browser lacks, where the app itself would show an empty page or fail without a word.
;(function () {
  // The content rules forbid making code at run time, and zod would try to before any module could tell it so.
  window.__zod_globalConfig = { jitless: true }
  var isSupported =
    typeof Promise !== 'undefined' &&
    typeof Promise.withResolvers === 'function' &&
    typeof Map.groupBy === 'function' &&
    typeof Array.prototype.toSorted === 'function' &&
    typeof indexedDB !== 'undefined'
  if (isSupported) return
  var texts = {
    fr: 'Ce navigateur est trop ancien pour Reprise. Mettez-le à jour : Chrome ou Edge 120, Firefox 121, Safari 17.4 ou plus récent.',
    en: 'This browser is too old for Reprise. Please update it: Chrome or Edge 120, Firefox 121, Safari 17.4 or newer.',
    de: 'Dieser Browser ist zu alt für Reprise. Bitte aktualisieren Sie ihn: Chrome oder Edge 120, Firefox 121, Safari 17.4 oder neuer.',
    nl: 'Deze browser is te oud voor Reprise. Werk hem bij: Chrome of Edge 120, Firefox 121, Safari 17.4 of nieuwer.',
  }
  document.addEventListener('DOMContentLoaded', function () {
    var notice = document.createElement('p')
    notice.setAttribute('role', 'alert')
    notice.textContent = texts[String(navigator.language).slice(0, 2)] || texts.fr
    notice.style.margin = '0'
    notice.style.padding = '16px'
    notice.style.color = '#ffffff'
    notice.style.background = '#a61e1e'
    document.body.insertBefore(notice, document.body.firstChild)
  })
})()
