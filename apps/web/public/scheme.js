// Runs before the first paint, so that nobody is blinded at 3 a.m.: light or dark as chosen, else as the device says.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('steading.scheme')
  } catch {
    // storage is forbidden: the device decides
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()

// The policy forbids code made of text, so zod interprets its schemas. It has to know before the first of them is made, and
// which chunk of the application makes that one is the bundler's business.
globalThis.__zod_globalConfig = { jitless: true }
