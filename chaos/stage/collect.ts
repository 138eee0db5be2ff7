// Loaded into a program with --import: takes the garbage out when asked, so that its memory can be compared with itself.
process.on('message', (message: { collect?: boolean }) => {
  if (!message.collect) return
  // The last resort alone gives the emptied pages of the heap back too.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  process.send?.({ collected: true })
})
// The channel alone must not keep the program alive, nor end it later than without us.
process.channel?.unref()
