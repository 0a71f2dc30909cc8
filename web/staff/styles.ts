// Every style sheet of the back office comes with its entry, 60 kB in one file: a screen that loads later would ask for
// twenty small ones instead, each of them a way through the service worker at a start without network. What screens
// say comes after what they build on.
import.meta.glob(['../scan/**/*.module.css'], { eager: true })
import.meta.glob(['./ui/**/*.module.css'], { eager: true })
import.meta.glob(['./app/**/*.module.css', './features/**/*.module.css', './ui/print/print.css'], { eager: true })
