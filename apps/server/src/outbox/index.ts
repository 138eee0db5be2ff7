export { outboxSlice } from './outbox.routes.ts'
export { createOutbox } from './outbox.ts'
export type { Notifier, Outbox } from './outbox.types.ts'
export type { EnqueuedMessage } from './notification.ts'
export { alarmOfNotification } from './history.ts'
export { insertPastDrillMessages } from './pastMessages.ts'
export { withholdQueued } from './delivery/delivery.sql.ts'
export { deletePersonalMessages } from './outbox.sql.ts'
export { dangerLines, matterOf, placeOf } from './messages/alarmEmail.ts'
export { alarmLink, linkToken, notificationOfToken, protectionUrl } from './messages/linkTokens.ts'
export {
  accessChangedTemplate,
  accountCodeTemplate,
  emailChangedTemplate,
  isSameAccess,
  passwordChangedTemplate,
} from './messages/templates/account.ts'
export type { AccountAccess } from './messages/templates/account.ts'
export { alarmNotification } from './messages/templates/alarm.ts'
export type { Alarm, AlarmValues } from './messages/templates/alarm.ts'
export { arrivalTemplate } from './messages/templates/arrival.ts'
export { drillTemplate } from './messages/templates/drill.ts'
export { heartbeatNotification } from './messages/templates/heartbeat.ts'
export { planDueTemplate } from './messages/templates/planDue.ts'
export { reportReadyTemplate } from './messages/templates/reportReady.ts'
export { silencedRuleTemplate } from './messages/templates/silencedRule.ts'
export { stalledPathTemplate } from './messages/templates/stalledPath.ts'
export type { StalledPathValues } from './messages/templates/stalledPath.ts'
export { summaryTemplate } from './messages/templates/summary.ts'
export type { SummaryEvent, SummaryList, SummaryValues } from './messages/templates/summary.ts'
export { taskTemplate } from './messages/templates/task.ts'
export type { TaskNotificationKind } from './messages/templates/task.ts'
export { addressOn, BY_MAIL, resolveEventRecipients } from './recipients/eventRecipients.ts'
export { peopleInCharge } from './recipients/peopleInCharge.ts'
export { updateQuietHours } from './recipients/quietHours.ts'
export {
  assertChannelsHeld,
  assertChannelsPermitted,
  assertContactsReachable,
  assertUsersVisible,
  namedUsers,
} from './recipients/recipientChecks.ts'
export { visibleUsers } from './recipients/recipientChecks.sql.ts'
export type { Destination, EventTarget } from './recipients/recipients.ts'
export { createThrottle } from './recipients/throttle.ts'
