// Loaded into the API's process by `npm start`: when the starter is killed, the channel to it closes, and the API
// drains and ends as on SIGTERM instead of holding the port.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
