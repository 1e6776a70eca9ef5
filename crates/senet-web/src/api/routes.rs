//! Routes with their descriptions: a route without a description is not served.

use crate::failure::FailureBody;
use crate::server::Site;
use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter};
use std::sync::Arc;
use utoipa::__dev::SchemaReferences;
use utoipa::openapi::path::{HttpMethod, Operation, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Required,
    ResponseBuilder, Schema,
};
use utoipa::{PartialSchema, ToSchema};

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
        schemas.extend(failure_schemas());
        let components = ComponentsBuilder::new().schemas_from_iter(schemas).build();
        let mut operation = P::operation();
        describe_failures(&mut operation);
        let is_reading = P::methods().iter().all(|method| *method == HttpMethod::Get);
        if !is_reading {
            describe_own_header(&mut operation);
        }
        let item = PathItem::from_http_methods(P::methods(), operation);
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

/// Failures that every request may have: they come from the guard, the limits and the reading of requests.
const EVERY: [(&str, &str); 7] = [
    ("400", "The request cannot be read."),
    (
        "403",
        "The request comes from another site, lacks the header `X-Senet`, or lacks the owner's key.",
    ),
    ("408", "The request took too long."),
    ("413", "The request is too large."),
    ("421", "The server does not have this name."),
    ("500", "The server failed."),
    ("503", "The server has too much work."),
];
/// Further failures of requests with a body.
const WITH_BODY: [(&str, &str); 2] = [
    ("415", "The body is not JSON."),
    ("422", "The body does not have the expected contents."),
];

/// Describes the failures that an operation does not describe itself.
fn describe_failures(operation: &mut Operation) {
    let body = match operation.request_body {
        Some(_) => &WITH_BODY[..],
        None => &[],
    };
    for (status, what) in EVERY.iter().chain(body) {
        let failure = ResponseBuilder::new().description(*what).content(
            "application/json",
            ContentBuilder::new()
                .schema(Some(Ref::from_schema_name(FailureBody::name())))
                .build(),
        );
        let responses = &mut operation.responses.responses;
        let described = responses.entry(status.to_string());
        described.or_insert_with(|| failure.build().into());
    }
}

/// Describes the header of requests that change something.
fn describe_own_header(operation: &mut Operation) {
    let header = ParameterBuilder::new()
        .name("X-Senet")
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some("Any value. Browsers do not send it for other sites."))
        .schema(Some(String::schema()));
    let parameters = operation.parameters.get_or_insert_default();
    parameters.push(header.build().into());
}

/// The schema of failures, which some operations do not mention themselves.
fn failure_schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(FailureBody::name().to_string(), FailureBody::schema())];
    FailureBody::schemas(&mut schemas);
    schemas
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
