# Build: the same ./mvnw as everywhere, which needs a JDK and Node.
FROM node:24-bookworm-slim AS build
ENV JAVA_HOME=/opt/java/openjdk
COPY --from=eclipse-temurin:25-jdk $JAVA_HOME $JAVA_HOME
WORKDIR /build
COPY . .
RUN --mount=type=cache,target=/root/.m2 --mount=type=cache,target=/root/.npm \
    ./mvnw -B -ntp package -Dmaven.test.skip=true -Dspotless.check.skip=true
# Dependencies apart from the application: a new version of Streamgauge then changes one small layer.
RUN cp target/streamgauge-*.jar streamgauge.jar \
    && "$JAVA_HOME/bin/java" -Djarmode=tools -jar streamgauge.jar extract --layers --destination extracted

FROM eclipse-temurin:25-jre
# Recordings and history; the only place that is written to, apart from /tmp.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin streamgauge \
    && install -d -o streamgauge -g streamgauge /data
WORKDIR /app
COPY --from=build /build/extracted/dependencies/ ./
COPY --from=build /build/extracted/spring-boot-loader/ ./
COPY --from=build /build/extracted/snapshot-dependencies/ ./
COPY --from=build /build/extracted/application/ ./
# A start up to the point where the application would listen, to record its classes: later starts take half the time.
# The cache fits only the garbage collector that it was recorded with.
RUN SPRING_DATASOURCE_URL=jdbc:h2:mem:training STREAMGAUGE_DATADIR=/tmp/training \
    java -XX:+UseSerialGC -XX:AOTCacheOutput=streamgauge.aot -Dspring.context.exit=onRefresh -jar streamgauge.jar \
    && rm -rf /tmp/*
USER streamgauge
# Streamgauge listens on loopback unless told otherwise. Inside a container nobody could reach that; which addresses of
# the host lead here is decided when the port is published, so prefer -p 127.0.0.1:8080:8080.
ENV SERVER_ADDRESS=0.0.0.0 \
    SERVER_PORT=8080 \
    STREAMGAUGE_DATADIR=/data
VOLUME /data
EXPOSE 8080
# bash can speak HTTP well enough; the image needs no curl.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/$SERVER_PORT && printf 'GET /actuator/health/readiness HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r status <&3 && [[ $status == *' 200'* ]]"]
# More JVM options: JAVA_TOOL_OPTIONS, for example -Xmx512m.
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:AOTCache=streamgauge.aot", "-jar", "streamgauge.jar"]
