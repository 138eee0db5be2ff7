export { subscriptionsSlice } from './subscriptions.routes.ts'
export { insertSubscription } from './subscriptions.sql.ts'
export { createWebhookSender } from './webhooks/webhookSender.ts'
