//! Routes with their descriptions: a route without a description is not served.

use crate::server::Site;
use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter};
use std::sync::Arc;
use utoipa::__dev::SchemaReferences;
use utoipa::openapi::path::{HttpMethod, PathItem};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder};

/// Routes of the JSON interface, each with its description.
pub struct Routes {
    router: Router<Arc<Site>>,
    description: OpenApi,
}

impl Routes {
    /// No routes.
    pub fn new() -> Routes {
        let info = InfoBuilder::new()
            .title("Senet")
            .version(env!("CARGO_PKG_VERSION"))
            .description(Some(
                "Games, boards, matches. Requests that change something need the header `X-Senet: 1`. Failures are `{\"error\": {\"message\", \"help\"}}`.",
            ))
            .build();
        Routes {
            router: Router::new(),
            description: OpenApiBuilder::new().info(info).build(),
        }
    }

    /// Adds a route: the description by `#[utoipa::path]`, and the handler. The description has the path and the method.
    pub fn with<P, H, T>(mut self, _described: P, handler: H) -> Routes
    where
        P: utoipa::Path + SchemaReferences,
        H: Handler<T, Arc<Site>>,
        T: 'static,
    {
        let path = P::path();
        let mut methods = MethodRouter::new();
        for method in P::methods() {
            methods = methods.on(filter(&method), handler.clone());
        }
        self.router = self.router.route(&path, methods);
        self.describe::<P>(path);
        self
    }

    fn describe<P: utoipa::Path + SchemaReferences>(&mut self, path: String) {
        let mut schemas = Vec::new();
        P::schemas(&mut schemas);
        let components = ComponentsBuilder::new().schemas_from_iter(schemas).build();
        let item = PathItem::from_http_methods(P::methods(), P::operation());
        let part = OpenApiBuilder::new()
            .paths(
                utoipa::openapi::PathsBuilder::new()
                    .path(path, item)
                    .build(),
            )
            .components(Some(components));
        self.description.merge(part.build());
    }

    /// Adds other routes.
    pub fn and(mut self, others: Routes) -> Routes {
        self.router = self.router.merge(others.router);
        self.description.merge(others.description);
        self
    }

    /// The router and the description.
    pub fn into_parts(self) -> (Router<Arc<Site>>, OpenApi) {
        (self.router, self.description)
    }
}

fn filter(method: &HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Delete => MethodFilter::DELETE,
        HttpMethod::Options => MethodFilter::OPTIONS,
        HttpMethod::Head => MethodFilter::HEAD,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Trace => MethodFilter::TRACE,
    }
}
