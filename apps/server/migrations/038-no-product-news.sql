-- News of the product are not sent: nobody stays subscribed to what never comes.
update users set subscriptions = array_remove(subscriptions, 'PRODUCT_NEWS') where 'PRODUCT_NEWS' = any (subscriptions);
