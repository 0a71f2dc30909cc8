// Runs before every npm script, under any version of Node.js, before anything is installed. It keeps to old syntax, so
// that an old Node.js prints the sentence below and no syntax error.
const major = Number(process.versions.node.split('.')[0])

if (major < 20) {
  console.error(
    'Reprise needs Node.js 20 or newer to start; this is ' + process.version + '. Install it from https://nodejs.org.',
  )
  process.exit(1)
}

import('./packages.mjs')
  .then((packages) => packages.ensurePackages())
  .catch((error) => {
    console.error(error.sentence ?? error)
    process.exit(1)
  })
